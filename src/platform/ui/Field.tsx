import { useId, type ComponentProps } from 'react';
import css from './field.css?inline';
import { useStyles } from './use-styles.ts';

interface Props extends ComponentProps<'input'> {
  label: string;
  hint?: string | undefined;
  /** Marks the field as invalid and says why (spec 5.05). */
  error?: string | undefined;
}

/** A labelled input, with its hint and error tied to it for screen readers. Uncontrolled, so that nothing typed is lost. */
export function Field({ label, hint, error, ...input }: Props) {
  const id = useId();
  useStyles(css);
  const note = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input {...input} id={id} aria-invalid={error !== undefined || undefined} aria-describedby={`${id}-note`} />
      <p id={`${id}-note`} className={error === undefined ? 'field-note' : 'field-note field-error'} role="status">
        {note}
      </p>
    </div>
  );
}

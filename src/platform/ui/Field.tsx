import { useId, type ComponentProps } from 'react';
import css from './field.css?inline';
import { useStyles } from './use-styles.ts';

interface Props extends ComponentProps<'input'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined; // Spec 5.05.
}

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

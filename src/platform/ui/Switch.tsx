import { useId, type ComponentProps, type ReactNode } from 'react';
import css from './switch.css?inline';
import { useStyles } from './use-styles.ts';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: ReactNode;
  note?: ReactNode;
}

export function Switch({ label, note, ...input }: Props) {
  const id = useId();
  useStyles(css);
  return (
    <label className="switch">
      <span className="switch-text">
        <span id={`${id}-label`}>{label}</span>
        {note !== undefined && (
          <span id={`${id}-note`} className="switch-note">
            {note}
          </span>
        )}
      </span>
      <input
        {...input}
        type="checkbox"
        role="switch"
        aria-labelledby={`${id}-label`}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
      />
    </label>
  );
}

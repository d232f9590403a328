import { useId } from 'react';

interface Props<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [value: T, text: string])[];
  onChange: (value: T) => void;
  /** In a table, whose column names it. */
  isLabelHidden?: boolean;
}

export function Select<T extends string>({ label, value, options, onChange, isLabelHidden = false }: Props<T>) {
  const id = useId();
  return (
    <div className="desk-field">
      {!isLabelHidden && <label htmlFor={id}>{label}</label>}
      <select
        id={id}
        aria-label={isLabelHidden ? label : undefined}
        value={value}
        onChange={(event) => {
          onChange(event.target.value as T);
        }}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

import { useId } from 'react';

interface Props {
  label: string;
  rows: number;
  dir: string;
  lang: string | undefined;
  maxLength?: number;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

export function TextArea({ label, error, onChange, ...area }: Props) {
  const id = useId();
  return (
    <div className="desk-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...area}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
      <p id={`${id}-note`} className="desk-refusal">
        {error}
      </p>
    </div>
  );
}

import { useId } from 'react';

interface Props<T extends string> {
  legend: string;
  options: readonly { value: T; label: string }[];
  selected: T;
  onSelect: (value: T) => void;
}

export function Choice<T extends string>({ legend, options, selected, onSelect }: Props<T>) {
  const name = useId();
  return (
    <fieldset className="player-choice" data-own-keys>
      <legend>{legend}</legend>
      <div>
        {options.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name={name} checked={value === selected} onChange={() => onSelect(value)} />
            <span className="player-chip">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

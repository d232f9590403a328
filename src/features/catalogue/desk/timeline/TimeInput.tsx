import { useState } from 'react';
import { parseClock } from '../../../../platform/text/clock.ts';
import { showTime } from './timeline-texts.ts';

interface Props {
  label: string;
  value: string | number;
  isWrong: boolean;
  onChange: (time: string | number) => void;
}

/** A time as it is typed or pasted; once it is left, as the player writes it. */
export function TimeInput({ label, value, isWrong, onChange }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <input
      className="desk-cell desk-time"
      dir="ltr"
      aria-label={label}
      aria-invalid={isWrong || undefined}
      value={draft ?? showTime(value)}
      onFocus={() => {
        setDraft(showTime(value));
      }}
      onBlur={() => {
        setDraft(null);
      }}
      onChange={({ target }) => {
        setDraft(target.value);
        onChange(parseClock(target.value) ?? target.value);
      }}
    />
  );
}

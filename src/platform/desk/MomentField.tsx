import { useState } from 'react';
import { getLocale } from '../text/current-locale.ts';
import { formatDate, formatTime, formatWeekday } from '../text/format.ts';
import { isoDay } from '../text/iso-day.ts';
import { readMoment } from '../text/moment.ts';
import { tehranMidnight } from '../text/tehran-week.ts';
import { m } from '../text/desk/messages.js';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { MonthGrid } from './MonthGrid.tsx';
import { toMomentText } from './moment-text.ts';

interface Props {
  label: string;
  /** The text as it was typed: `readMoment` reads it. */
  value: string;
  onChange: (value: string) => void;
}

const LAST_DAY = '2121-03-20';
const DAY_SECONDS = 24 * 60 * 60;

/** A day and a time in Tehran, typed or pasted; in Persian the day is chosen from a month, too. */
export function MomentField({ label, value, onChange }: Props) {
  const [isEdited, setIsEdited] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const at = readMoment(value);
  const example = toMomentText(tehranMidnight(isoDay(now)) + 14.5 * 3600);
  const isWrong = at === null && value.trim() !== '' && !isEdited;
  const hint =
    at === null
      ? m.moment_example({ example })
      : m.moment_hint({ weekday: formatWeekday(isoDay(at)).weekday, day: formatDate(at), time: formatTime(at) });
  return (
    <div className="desk-moment">
      <Field
        label={label}
        hint={hint}
        error={isWrong ? m.moment_invalid({ example }) : undefined}
        dir="ltr"
        autoComplete="off"
        maxLength={60}
        value={value}
        onChange={(event) => {
          setIsEdited(true);
          onChange(event.target.value);
        }}
        onBlur={() => {
          setIsEdited(false);
        }}
      />
      {getLocale() === 'fa' && (
        <Button
          look="line"
          aria-expanded={isOpen}
          aria-label={m.moment_calendar_of({ label })}
          onClick={() => {
            setIsOpen(!isOpen);
          }}
        >
          {m.moment_calendar()}
        </Button>
      )}
      {isOpen && (
        <MonthGrid
          value={isoDay(at ?? now)}
          max={LAST_DAY}
          onChoose={(day) => {
            setIsOpen(false);
            const time = at === null ? 0 : (at - tehranMidnight(isoDay(at))) % DAY_SECONDS;
            onChange(toMomentText(tehranMidnight(day) + time));
          }}
        />
      )}
    </div>
  );
}

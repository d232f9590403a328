import { formatDate, formatTime, formatWeekday } from '../text/format.ts';
import { isoDay } from '../text/iso-day.ts';
import { tehranMidnight } from '../text/tehran-week.ts';
import { m } from '../text/desk/messages.js';
import { Field } from '../ui/Field.tsx';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

const LOCAL = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)$/;

/** Epoch seconds of the text of a field, which is a time in Tehran; null for another text. */
export function readMoment(text: string): number | null {
  const [, day, hour, minute] = LOCAL.exec(text) ?? [];
  const at = day === undefined ? Number.NaN : tehranMidnight(day) + Number(hour) * 3600 + Number(minute) * 60;
  return Number.isSafeInteger(at) ? at : null;
}

/** The browser's own field is Gregorian: the day by the reader's calendar is beside it. */
export function MomentField({ label, value, onChange }: Props) {
  const at = readMoment(value);
  const hint =
    at === null
      ? undefined
      : m.moment_hint({ weekday: formatWeekday(isoDay(at)).weekday, day: formatDate(at), time: formatTime(at) });
  return (
    <Field
      label={label}
      type="datetime-local"
      dir="ltr"
      hint={hint}
      value={value}
      onChange={(event) => {
        onChange(event.target.value);
      }}
    />
  );
}

import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { formatDate, formatPlain, formatWeekday } from '../text/format.ts';
import { m } from '../text/desk/messages.js';
import {
  getPersianWeekday,
  listPersianMonth,
  readPersianDay,
  shiftDay,
  shiftPersianMonth,
} from '../text/persian-calendar.ts';
import { Button } from '../ui/Button.tsx';

interface Props {
  value: string;
  max: string;
  onChoose: (day: string) => void;
}

/** A Saturday, from which the names of the week's days are read. */
const SATURDAY = '2026-11-28';
/** The page is read from right to left: the arrow to the left is the day after. */
const STEPS: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => shiftDay(day, 1),
  ArrowRight: (day) => shiftDay(day, -1),
  ArrowDown: (day) => shiftDay(day, 7),
  ArrowUp: (day) => shiftDay(day, -7),
  Home: (day) => shiftDay(day, -getPersianWeekday(day)),
  End: (day) => shiftDay(day, 6 - getPersianWeekday(day)),
  PageDown: (day) => shiftPersianMonth(day, 1),
  PageUp: (day) => shiftPersianMonth(day, -1),
};

/** A Persian month from Saturday; one day is in the order of Tab, and keys move from it (ARIA's grid of dates). */
export function MonthGrid({ value, max, onChoose }: Props) {
  const [week] = useState(() => Array.from({ length: 7 }, (_, at) => formatWeekday(shiftDay(SATURDAY, at)).weekday));
  const [day, setDay] = useState(value);
  const byKey = useRef(true);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (byKey.current) button.current?.focus();
  }, [day]);
  const days = listPersianMonth(day);
  const [first = day] = days;
  const lead = getPersianWeekday(first);
  const cells = [...Array<null>(lead).fill(null), ...days];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, at) => cells.slice(at * 7, at * 7 + 7));
  const go = (next: string, isKey: boolean) => {
    byKey.current = isKey;
    setDay(next > max ? max : next);
  };
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(step(day), true);
  };
  const title = formatDate(day).replace(/^\S+ /, '');
  return (
    <div className="desk-month">
      <div className="desk-month-head">
        <Button
          look="line"
          onClick={() => {
            go(shiftPersianMonth(day, -1), false);
          }}
        >
          {m.month_before()}
        </Button>
        <strong aria-live="polite">{title}</strong>
        <Button
          look="line"
          disabled={shiftDay(days.at(-1) ?? day, 1) > max}
          onClick={() => {
            go(shiftPersianMonth(day, 1), false);
          }}
        >
          {m.month_after()}
        </Button>
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA's pattern of a grid of dates */}
      <table role="grid" aria-label={title} onKeyDown={move}>
        <thead>
          <tr>
            {week.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((row) => (
            <tr key={row.join()}>
              {row.map((cell, at) => (
                <td key={cell ?? at} aria-selected={cell === value || undefined}>
                  {cell !== null && (
                    <button
                      ref={cell === day ? button : null}
                      type="button"
                      tabIndex={cell === day ? 0 : -1}
                      disabled={cell > max}
                      aria-label={`${formatWeekday(cell).weekday} ${formatDate(cell)}`}
                      onClick={() => {
                        onChoose(cell);
                      }}
                    >
                      {formatPlain(readPersianDay(cell).day)}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

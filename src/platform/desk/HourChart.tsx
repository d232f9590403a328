import { useState, type PointerEvent } from 'react';
import { formatPlain } from '../text/format.ts';
import { m } from '../text/desk/messages.js';
import { chooseTop, drawSteps } from './hour-scale.ts';

type Hours = readonly (number | null)[];

interface Props {
  label: string;
  /** 24 of each day; null: unknown, or not yet. */
  today: Hours;
  before: Hours;
  /** The hour that has not ended. */
  present: number;
  format: (value: number) => string;
}

/** Time runs from left to right in both languages, as on a clock's scale. The table beside it has the same numbers. */
export function HourChart({ label, today, before, present, format }: Props) {
  const [hour, setHour] = useState<number | null>(null);
  const top = chooseTop(Math.max(0, ...[...today, ...before].map((value) => value ?? 0)));
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setHour(Math.min(23, Math.max(0, Math.floor(((clientX - left) / width) * 24))));
  };
  return (
    <figure className="desk-chart">
      <div className="desk-chart-plot" dir="ltr">
        <p className="desk-chart-scale" aria-hidden="true">
          <span>{format(top)}</span>
          <span>{format(top / 2)}</span>
          <span>{format(0)}</span>
        </p>
        <svg
          viewBox="0 0 24 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => {
            setHour(null);
          }}
        >
          <path className="desk-chart-grid" d="M0 0H24M0 50H24M0 100H24" />
          {hour !== null && <rect className="desk-chart-cursor" x={hour} y="0" width="1" height="100" />}
          {today.map((value, at) => {
            if (value === null) return null;
            const height = (value / top) * 100;
            const kind = at === present ? 'desk-chart-present' : 'desk-chart-bar';
            return <rect key={at} className={kind} x={at + 0.15} y={100 - height} width="0.7" height={height} />;
          })}
          <path className="desk-chart-steps" d={drawSteps(before, top)} />
        </svg>
        <p className="desk-chart-hours" aria-hidden="true">
          {[0, 6, 12, 18, 24].map((at) => (
            <span key={at}>{formatPlain(at)}</span>
          ))}
        </p>
      </div>
      <figcaption className="desk-chart-key">
        <span className="desk-chart-today">
          {m.figures_today()} {hour !== null && <b>{show(today[hour], format)}</b>}
        </span>
        <span className="desk-chart-before">
          {m.figures_before()} {hour !== null && <b>{show(before[hour], format)}</b>}
        </span>
        {hour !== null && <span>{nameHour(hour)}</span>}
      </figcaption>
    </figure>
  );
}

export function nameHour(hour: number): string {
  return m.figures_hour({ from: formatPlain(hour), to: formatPlain(hour + 1) });
}

function show(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? m.value_none() : format(value);
}

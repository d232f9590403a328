import type { ReactNode } from 'react';
import { formatDate, formatDigits, formatNumber, formatTime } from '../text/format.ts';
import { formatMobile, parseMobile } from '../text/mobile.ts';
import { m } from '../text/desk/messages.js';

export function Toman({ value }: { value: number }) {
  return <bdi className="desk-sum">{formatNumber(value)}</bdi>;
}

/** Epoch seconds; 0 and null: none. */
export function Moment({ at }: { at: number | null }) {
  if (at === null || at === 0) return <span className="desk-none">{m.value_none()}</span>;
  return (
    <time dateTime={new Date(at * 1000).toISOString()}>
      {formatDate(at)} <span className="desk-hour">{formatTime(at)}</span>
    </time>
  );
}

export function Day({ at }: { at: number | null }) {
  if (at === null || at === 0) return <span className="desk-none">{m.value_none()}</span>;
  return <time dateTime={new Date(at * 1000).toISOString()}>{formatDate(at)}</time>;
}

/** Numbers of a bank, names of calls: read from left to right in both languages. */
export function Code({ text }: { text: string | null }) {
  if (text === null || text === '') return <span className="desk-none">{m.value_none()}</span>;
  return (
    <bdi className="desk-code" dir="ltr">
      {text}
    </bdi>
  );
}

/** Typed by somebody, in the direction of its own letters. */
export function Words({ text }: { text: string }) {
  return (
    <bdi className="desk-words" dir="auto">
      {text}
    </bdi>
  );
}

export function Mobile({ number }: { number: string }) {
  return (
    <bdi className="desk-mobile" dir="ltr">
      {parseMobile(number) === null ? number : formatDigits(formatMobile(number))}
    </bdi>
  );
}

export type Tone = 'good' | 'bad' | 'open' | 'quiet';

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`desk-badge desk-badge-${tone}`}>{children}</span>;
}

/** Names and values of a record. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="desk-facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

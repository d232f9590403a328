import { getLocale } from '../../platform/text/current-locale.ts';
import { formatDate, formatNumber, formatTime } from '../../platform/text/format.ts';
import { m } from '../../platform/text/paraglide/messages.js';
import type { CaseKind } from './cases.ts';

interface Fault {
  kind: CaseKind;
  name_fa: string | null;
  name_en: string | null;
  starts_at: number;
  ends_at: number;
}

const NAMED: Partial<Record<CaseKind, (inputs: { name: string }) => string>> = {
  channel: m.promise_channel,
  screening: m.promise_screening,
  title: m.promise_film,
};
const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** From here on, in hours. */
const MAX_MINUTES = 180;

export function describeFault({ kind, name_fa, name_en }: Fault): string {
  const name = getLocale() === 'fa' ? name_fa : name_en;
  return NAMED[kind]?.({ name: name ?? m.promise_unnamed() }) ?? m.promise_site();
}

export function describeTime({ starts_at: start, ends_at: end }: Fault): string {
  const minutes = Math.max(1, Math.round((end - start) / MINUTE));
  const length =
    minutes < MAX_MINUTES
      ? m.promise_minutes({ count: formatNumber(minutes) })
      : m.promise_hours({ count: formatNumber(Math.round((end - start) / HOUR)) });
  return m.promise_time({ date: formatDate(start), time: formatTime(start), length });
}

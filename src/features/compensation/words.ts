import { getLocale } from '../../platform/text/current-locale.ts';
import { formatDate, formatNumber, formatTime } from '../../platform/text/format.ts';
import { m } from '../../platform/text/paraglide/messages.js';
import type { CaseKind } from './cases.ts';

interface Fault {
  kind: CaseKind;
  plan_id: number;
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

export function describeFault({ kind, plan_id: plan, name_fa, name_en }: Fault): string {
  const name = getLocale() === 'fa' ? name_fa : name_en;
  if (kind === 'plays') return m.promise_plays();
  // Of the subscription: one plan, a film's premiere, or the whole site.
  if (kind === 'subscription' && name !== null) return plan > 0 ? m.promise_plan({ name }) : m.promise_film({ name });
  return NAMED[kind]?.({ name: name ?? m.promise_unnamed() }) ?? m.promise_site();
}

export function describeTime({ kind, starts_at: start, ends_at: end }: Fault): string {
  if (kind === 'plays') return formatDate(start);
  const minutes = Math.max(1, Math.round((end - start) / MINUTE));
  const length =
    minutes < MAX_MINUTES
      ? m.promise_minutes({ count: formatNumber(minutes) })
      : m.promise_hours({ count: formatNumber(Math.round((end - start) / HOUR)) });
  return m.promise_time({ date: formatDate(start), time: formatTime(start), length });
}

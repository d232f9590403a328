import * as v from 'valibot';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber, formatPlain } from '../../../platform/text/format.ts';
import { toTimeText } from './words.ts';

const part = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    ...{ title_id: v.number(), starts_at: v.number(), ends_at: v.number() },
    ...{ hours: v.number(), toman: v.number(), hidden: v.number(), capacity: v.optional(v.number()) },
  }),
);

export function describeScreening(text: string): string {
  const result = v.safeParse(part, text);
  if (!result.success) return '';
  const { title_id: id, starts_at: start, ends_at: end, hours, toman, hidden, capacity } = result.output;
  return [
    `${m.front_title_gone({ id: formatPlain(id) })} · ${m.screenings_price({ toman: formatNumber(toman) })}`,
    m.front_from({ time: toTimeText(start) }),
    m.front_until({ time: toTimeText(end) }),
    `${m.screenings_hours()}: ${formatNumber(hours)}`,
    ...(capacity === undefined ? [] : [`${m.screenings_capacity()}: ${formatNumber(capacity)}`]),
    ...(hidden === 1 ? [m.titles_state_hidden()] : []),
  ].join('\n');
}

import type { setTitlePrice as call } from '../price-contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { formatPrice } from '../price.ts';
import { applyChanges } from './apply-changes.ts';
import { toTrail } from './edit-title.ts';
import { readRecord } from './read-record.ts';

/** Others may write other fields meanwhile: the title is read again. */
const MAX_TRIES = 12;

/** A purchase, and an order that waits for its payment, keep the price that they have. */
export const setTitlePrice: OperatorService<typeof call> = async (
  context,
  { id, seen, price, reason },
  operator,
  record,
) => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const title = await readRecord(context.db, id, context.now);
    if (!title) return fail('title_not_found');
    // An episode is sold with its series.
    if (title.kind === 'episode') return fail('title_field', { fields: { price: 'title_field' } });
    const [before, after] = [formatPrice(title.price), formatPrice(price)];
    if (before === after) return ok({ data: { price } });
    if (before !== formatPrice(seen)) return fail('title_changed', { fields: { price: 'title_changed' } });
    // A direct debit collects it for each new episode.
    if (price === null && title.has_episode_price) return fail('title_price_debit');
    const changes = [{ field: 'price', before, after } as const];
    if (!(await applyChanges(context, title, changes, { operator, reason }))) continue;
    record(toTrail(changes));
    return ok({ data: { price } });
  }
  return fail('title_changed');
};

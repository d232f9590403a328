import type { setTitlePrice as call } from '../price-contract.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { formatPrice, type TitlePrice } from '../price.ts';
import { applyChanges, type FieldChange } from './apply-changes.ts';
import { toTrail } from './edit-title.ts';
import { readRecord, type TitleRecord } from './read-record.ts';

/** Others may write other fields meanwhile: the title is read again. */
const MAX_TRIES = 12;

interface PriceAct {
  price: TitlePrice | null;
  operator: string;
  reason: string;
  rehearse?: boolean;
  /** False: the caller gives the stored pages another version. */
  renews?: boolean;
}

/** A purchase, and an order that waits for its payment, keep the price that they have. */
export const setTitlePrice: OperatorService<typeof call> = async (
  context,
  { id, seen, price, reason },
  operator,
  record,
) => {
  const { changes } = await writePrice(context, { id, seen }, { price, operator, reason });
  if (!changes.ok) return changes;
  if (changes.value.length > 0) record(toTrail(changes.value));
  return ok({ data: { price } });
};

/** `title`: as it was before. A price other than `seen` is not written over; undefined for a rehearsal. */
export async function writePrice(
  context: RequestContext,
  { id, seen }: { id: number; seen: TitlePrice | null | undefined },
  { price, operator, reason, rehearse = false, renews = true }: PriceAct,
): Promise<{ title: TitleRecord | null; changes: Outcome<FieldChange[], ErrorCode> }> {
  let title: TitleRecord | null = null;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    title = await readRecord(context.db, id, context.now);
    if (!title) return { title, changes: fail('title_not_found') };
    // An episode is sold with its series.
    if (title.kind === 'episode') return { title, changes: fail('title_field', { fields: { price: 'title_field' } }) };
    const [before, after] = [formatPrice(title.price), formatPrice(price)];
    if (before === after) return { title, changes: ok([]) };
    if (seen !== undefined && before !== formatPrice(seen))
      return { title, changes: fail('title_changed', { fields: { price: 'title_changed' } }) };
    // A direct debit collects it for each new episode.
    if (price === null && title.has_episode_price) return { title, changes: fail('title_price_debit') };
    const changes: FieldChange[] = [{ field: 'price', before, after }];
    if (rehearse || (await applyChanges(context, title, changes, { operator, reason, renews })))
      return { title, changes: ok(changes) };
  }
  return { title, changes: fail('title_changed') };
}

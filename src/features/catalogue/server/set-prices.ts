import { hasPriceChange, type PriceResult, type setTitlePrices as call } from '../price-contract.ts';
import { renewCatalogueVersion } from '../../../platform/http/cache/catalogue-version.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { randomId } from '../../../platform/http/random-id.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { checkStart } from '../../checkout/price-dates.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { formatPrice, type TitlePrice } from '../price.ts';
import { writePlan } from './plan-price.ts';
import { planNextPublication } from './publish-due.ts';
import { runEach } from './run-each.ts';
import { writePrice } from './set-price.ts';

interface Act {
  price: TitlePrice | null;
  /** Epoch seconds; undefined: from now on. */
  start: number | undefined;
  operator: string;
  reason: string;
  rehearse: boolean;
}
interface SeenTitle {
  id: number;
  seen?: TitlePrice | null | undefined;
  rev?: number | undefined;
}

/** Each title for itself, by the rules of a single price: one that is refused stops no other. A second press changes nothing. */
export const setTitlePrices: OperatorService<typeof call> = async (
  context,
  { titles, price, starts_at: start, reason, rehearse },
  operator,
  record,
) => {
  const isSeen = ({ seen, rev }: SeenTitle) => (start === undefined ? seen !== undefined : rev !== undefined);
  if (!rehearse && !titles.every(isSeen)) return fail('invalid_input', { fields: { titles: 'invalid_input' } });
  const dates = start === undefined ? ok(null) : checkStart(start, context.now);
  if (!dates.ok) return dates;
  const seen = new Map(titles.map((title) => [title.id, title]));
  const act = { price, start, operator, reason, rehearse };
  const ids = [...seen.keys()];
  const publish = () => (rehearse ? undefined : publishPrices(context, start));
  const priced = await runEach(ids, (id) => priceTitle(context, seen.get(id) ?? { id }, act)).catch(
    async (error: unknown) => {
      await publish();
      throw error;
    },
  );
  const results = ids.flatMap((id) => priced.get(id) ?? []);
  if (rehearse) return ok({ data: { results } });
  const changed = results.filter(hasPriceChange);
  if (changed.length > 0) await publish();
  const refused = results.flatMap(({ id, error }) => (error === null ? [] : [[id, error] as const]));
  record({
    subjects: changed.map(({ id }) => `title:${String(id)}`),
    before: Object.fromEntries(changed.map(({ id, before }) => [id, formatPrice(before)])),
    after: {
      ...{ price: formatPrice(price), ...(start !== undefined && { starts_at: start }), reason },
      ...(refused.length > 0 && { refused: Object.fromEntries(refused) }),
    },
  });
  return ok({ data: { results } });
};

async function publishPrices(context: RequestContext, start: number | undefined): Promise<void> {
  if (start === undefined) context.defer(renewCatalogueVersion(context.env, `titles-${randomId()}`));
  else await planNextPublication(context);
}

async function priceTitle(context: RequestContext, seen: SeenTitle, act: Act): Promise<PriceResult> {
  const { price, start, ...maker } = act;
  const { id } = seen;
  if (price === null || start === undefined) {
    const { title, changes } = await writePrice(context, { id, seen: seen.seen }, { price, ...maker, renews: false });
    const facts = { id, seen: title?.price ?? null, rev: title?.price_rev ?? 0, before: title?.price ?? null };
    return changes.ok ? { ...facts, after: price, error: null } : { ...facts, after: null, error: changes.code };
  }
  const { title, plan } = await writePlan(context, { id, rev: seen.rev }, { price, start, ...maker });
  const facts = { id, seen: title?.price ?? null, rev: title?.price_rev ?? 0 };
  if (!plan.ok) return { ...facts, before: title?.price ?? null, after: null, error: plan.code };
  return { ...facts, before: plan.value.before, after: price, error: null };
}

import type { Input, Output } from '../../platform/http/calls/call.ts';
import type * as screenings from '../../features/screenings/contract.ts';
import { TITLE_KINDS, type TitleKind } from '../../platform/kinds.ts';
import { getTitle } from './catalogue.ts';
import { refuse, Refusal, type ProviderContext } from './context.ts';
import { loadCart } from './entitlement.ts';
import { getStoredScreening } from './memory.ts';

const HOUR = 60 * 60;

/** Section 7 has no such call: a title's cart tells of its own, by `ekran_id` or the title's id. 0 is not shown. */
export async function getScreening(
  context: ProviderContext,
  { id: screeningId }: Input<typeof screenings.getScreening>,
): Promise<Output<typeof screenings.getScreening>> {
  const id = Number(screeningId);
  const title = (await getStoredScreening(context, id)) ?? (await findScreenedTitle(context, id));
  if (title === null) return refuse('not_found');
  const [{ data }, cart] = await Promise.all([
    getTitle(context, { kind: title.kind, id: title.id }),
    loadCart(context, { id: title.id, type: title.kind, force_to_buy: 0 }, true),
  ]);
  const { screening, price } = cart.data.data;
  if (!screening.ekran) return refuse('not_found');
  const ends = screening.ekran_period_end === null ? 0 : Math.floor(Date.parse(screening.ekran_period_end) / 1000);
  const hours = screening.ekran_hour ?? 0;
  return {
    data: {
      id,
      starts_at: 0,
      ends_at: ends,
      hours: hours > 0 && hours * HOUR < 2 ** 31 ? hours : 0,
      toman: price ?? 0,
      seats_left: null,
      title: data,
    },
    now: Math.floor(Date.now() / 1000),
  };
}

async function findScreenedTitle(
  context: ProviderContext,
  id: number,
): Promise<{ kind: TitleKind; id: number } | null> {
  const carts = await Promise.allSettled(
    TITLE_KINDS.map((type) => loadCart(context, { id, type, force_to_buy: 0 }, true)),
  );
  const kind = TITLE_KINDS.find((_, index) => {
    const cart = carts[index];
    return cart?.status === 'fulfilled' && cart.value.data.data.screening.ekran;
  });
  if (kind !== undefined) return { kind, id };
  const failure = carts.find((cart) => cart.status === 'rejected' && isOutage(cart.reason));
  if (failure?.status === 'rejected') throw failure.reason as Error;
  return null;
}

function isOutage(reason: unknown): boolean {
  return !(reason instanceof Refusal) || ![400, 404, 410, 422].includes(reason.response.status);
}

import { and, asc, eq, gt } from 'drizzle-orm';
import type { Cart } from '../../../contract/cart.ts';
import { screenings } from '../../db/screenings.ts';
import type { RequestContext } from '../../lib/context.ts';

const HOUR = 60 * 60;

/**
 * What a cart says of a title's next online screening (spec 3.15): the end of its period as an ISO instant and the hour
 * of the day it begins, by Tehran's clock. Nobody owns a ticket before tickets are sold.
 */
export async function screeningFacts({ db, now }: RequestContext, titleId: number): Promise<Cart['screening']> {
  const [next] = await db
    .select({ id: screenings.id, startsAt: screenings.startsAt, endsAt: screenings.endsAt })
    .from(screenings)
    .where(and(eq(screenings.titleId, titleId), gt(screenings.endsAt, now)))
    .orderBy(asc(screenings.endsAt))
    .limit(1);
  return {
    ekran: next !== undefined,
    ekran_period_end: next ? new Date(next.endsAt * 1000).toISOString() : null,
    ekran_hour: next ? Math.floor((next.startsAt + 3.5 * HOUR) / HOUR) % 24 : null,
    ekran_owned: false,
    owned_period_end: null,
    ekran_id: next?.id ?? null,
  };
}

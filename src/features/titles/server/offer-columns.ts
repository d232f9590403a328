import { sql } from 'drizzle-orm';
import { screenings, titlePrices } from '../../entitlement/server/schema.ts';
import { seatsLeft } from '../../entitlement/server/seats.ts';
import { readSales } from '../../entitlement/server/guest-entitlement.ts';
import { hasMedia, isOver } from './release.ts';

/** The facts of entitlement/entitlement.ts, as one column: a batch tells columns apart by name alone. */
const sales = sql`json_object('sale', ${titlePrices.sale}, 'price_toman', ${titlePrices.toman},
    'owned_hours', ${titlePrices.ownedHours},
    'screening_id', ${screenings.id}, 'screening_starts', ${screenings.startsAt}, 'screening_ends', ${screenings.endsAt},
    'screening_hours', ${screenings.hours}, 'screening_toman', ${screenings.toman},
    'screening_seats_left', ${seatsLeft},
    'download_toman', (SELECT min(d.toman) FROM downloads d WHERE d.title_id IN (
      SELECT titles.id UNION ALL SELECT e.id FROM titles e WHERE e.series_id = titles.id)))`
  .mapWith(readSales)
  .as('sales');

/** An episode is sold with its series. */
export const matchPrice = sql`${titlePrices.titleId} IN (titles.id, titles.series_id)`;

/** The facts of a title for getGuestEntitlement; the statement joins its price and its screening. Epoch seconds. */
export function selectOffer(now: number) {
  return {
    has_media: hasMedia(now).mapWith(Boolean).as('has_media'),
    is_over: isOver(now).mapWith(Boolean).as('is_over'),
    sales,
  };
}

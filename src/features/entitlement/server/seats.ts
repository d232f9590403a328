import { sql, type SQL } from 'drizzle-orm';
import { screenings } from './schema.ts';

export const countSeats = (screeningId: SQL): SQL<number> =>
  sql<number>`(SELECT count(DISTINCT x.user_id) FROM screening_seats x WHERE x.screening_id = ${screeningId})`;

/** Of the screening that the statement joins; null where it has any number of seats. */
export const seatsLeft = sql<
  number | null
>`iif(${screenings.capacity} > 0, max(0, ${screenings.capacity} - ${countSeats(sql`${screenings.id}`)}), NULL)`;

/** True if no seat is left for the user: the same rule as that of the trigger on `screening_seats`. */
export const isFullFor = (screeningId: SQL, userId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM screenings c WHERE c.id = ${screeningId}
    AND c.capacity <= (${countSeats(sql`c.id`)} - EXISTS (SELECT 1 FROM screening_seats x
      WHERE x.screening_id = c.id AND x.user_id = ${userId})))`;

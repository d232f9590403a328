import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { randomId } from '../../../platform/http/random-id.ts';

const MAX_AT_ONCE = 100;

const dueRows = v.array(v.object({ id: v.number() }));

/**
 * Prices that are due begin, in the order of their seconds; a trigger writes each with its change of the title
 * (migration 0119), so that of two processes one does. True where one has begun: stored pages name another price.
 */
export async function beginPrices({ db, now }: { db: Database; now: number }): Promise<boolean> {
  let hasBegun = false;
  for (;;) {
    const due = v.parse(
      dueRows,
      await db.all(sql`SELECT id FROM title_price_plans WHERE withdrawn_at IS NULL AND began_at IS NULL
        AND starts_at <= ${now} ORDER BY starts_at, id LIMIT ${MAX_AT_ONCE}`),
    );
    if (due.length === 0) return hasBegun;
    const run = randomId();
    const begins = due.map(
      ({ id }) => sql`UPDATE title_price_plans SET began_at = ${now}, run = ${`${run}-${String(id)}`}
        WHERE id = ${id} AND withdrawn_at IS NULL AND began_at IS NULL`,
    );
    await retryWrite(() => batch(db, begins));
    hasBegun = true;
  }
}

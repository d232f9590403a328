import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { isRefusedBy } from '../../../platform/http/faults/d1-errors.ts';
import { sha256 } from '../../../platform/http/hash.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { tehranDayEnd, tehranMidnight } from '../../../platform/text/tehran-week.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { CLOSE_AFTER_SECONDS, type closeDay as closeCall } from '../books-contract.ts';
import { readBook } from './books.ts';

const MAX_TRIES = 3;
const closingRow = v.object({
  ...{ id: v.number(), day: v.string(), entries: v.number(), last_entry: v.number(), sums: v.string() },
  ...{ closed_by: v.string(), closed_at: v.number(), hash: v.string() },
});
type Closing = v.InferOutput<typeof closingRow>;
const closings = v.array(closingRow);

/** Once, after its end, with as many entries as were shown, and only where the entries of each event sum to zero. */
export const closeDay: OperatorService<typeof closeCall> = async (context, { day, entries }, operator, record) => {
  const { db, now } = context;
  if (now < tehranDayEnd(day) + CLOSE_AFTER_SECONDS) return fail('books_open');
  for (let tries = 1; ; tries += 1) {
    const book = await readBook(context, day);
    if (book.closing !== null) return book.closing.by === operator ? ok({ data: book }) : fail('books_closed');
    if (book.events.some(({ unbalanced }) => unbalanced > 0)) return fail('books_unbalanced');
    if (book.sums.reduce((count, sum) => count + sum.entries, 0) !== entries) return fail('books_stale');
    const [last] = v.parse(closings, await db.all(sql`SELECT * FROM day_closings ORDER BY id DESC LIMIT 1`));
    const [ends] = v.parse(lastEntries, await db.all(sql`SELECT coalesce(max(id), 0) AS id FROM ledger_entries`));
    const closing = {
      ...{ id: (last?.id ?? 0) + 1, day, entries, last_entry: ends?.id ?? 0, sums: JSON.stringify(book.sums) },
      ...{ closed_by: operator, closed_at: now },
    };
    const hash = await hashClosing(last?.hash ?? '', closing);
    try {
      await batch(db, [
        sql`INSERT INTO day_closings (id, day, entries, last_entry, sums, closed_by, closed_at, hash)
          SELECT ${closing.id}, ${day}, ${entries}, ${closing.last_entry}, ${closing.sums}, ${operator}, ${now}, ${hash}
          WHERE NOT EXISTS (SELECT 1 FROM day_closings WHERE day = ${day})
            AND (SELECT count(*) FROM ledger_entries WHERE created_at >= ${tehranMidnight(day)}
              AND created_at < ${tehranDayEnd(day)}) = ${entries}`,
      ]);
    } catch (error) {
      // Another day was closed at the same moment.
      if (isRefusedBy(error, 'closing_out_of_order') && tries < MAX_TRIES) continue;
      throw error;
    }
    const after = await readBook(context, day);
    if (after.closing === null) return fail('books_stale');
    if (after.closing.by !== operator) return fail('books_closed');
    record({ after: { day, entries, hash } });
    return ok({ data: after });
  }
};

const lastEntries = v.array(v.object({ id: v.number() }));
const lateRows = v.array(v.object({ day: v.string(), late: v.number() }));

/** Closings of the last week whose days have got later entries, and each that is not as it was written. */
export async function verifyClosings({ db, now }: { db: Database; now: number }): Promise<string[]> {
  const findings: string[] = [];
  let previous = '';
  for (const closing of v.parse(closings, await db.all(sql`SELECT * FROM day_closings ORDER BY id`))) {
    if ((await hashClosing(previous, closing)) !== closing.hash)
      findings.push(`closing of ${closing.day} is not as it was written`);
    previous = closing.hash;
  }
  const rows = await db.all(sql`SELECT c.day, count(*) AS late FROM day_closings c CROSS JOIN ledger_entries e
    WHERE c.closed_at > ${now - 7 * 24 * 60 * 60} AND e.created_at >= unixepoch(c.day) - 12600
      AND e.created_at < unixepoch(c.day) - 12600 + 86400 AND e.id > c.last_entry GROUP BY c.day`);
  for (const { day, late } of v.parse(lateRows, rows))
    findings.push(`closed day ${day} has ${String(late)} later entries`);
  return findings;
}

function hashClosing(previous: string, closing: Omit<Closing, 'hash'>): Promise<string> {
  const { id, day, entries, last_entry: last, sums, closed_by: by, closed_at: at } = closing;
  return sha256(JSON.stringify([previous, id, day, entries, last, sums, by, at]));
}

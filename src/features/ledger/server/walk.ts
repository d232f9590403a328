import * as v from 'valibot';
import type { HasTime } from '../../../platform/budget.ts';
import { verifySlice, WALK_START, walkCursor, type WalkCursor } from './verify.ts';

const cursorText = v.pipe(v.string(), v.parseJson(), walkCursor);

/** Continues the walk over the whole ledger while there is time, from the slice after the last run's. A walk that ends
 * begins again in the next run. */
export async function continueWalk(db: D1Database, hasTime: HasTime): Promise<string[]> {
  const text = await db.prepare('SELECT cursor FROM ledger_walk').first<string>('cursor');
  const stored = v.safeParse(cursorText, text);
  const findings = new Set<string>();
  let cursor: WalkCursor | null = stored.success ? stored.output : WALK_START;
  while (cursor !== null && hasTime()) {
    const slice: Awaited<ReturnType<typeof verifySlice>> = await verifySlice(db, cursor);
    for (const finding of slice.findings) findings.add(finding);
    cursor = slice.next;
  }
  await db
    .prepare(
      'INSERT INTO ledger_walk (id, cursor) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET cursor = excluded.cursor',
    )
    .bind(JSON.stringify(cursor ?? WALK_START))
    .run();
  return [...findings];
}

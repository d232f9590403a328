import * as v from 'valibot';
import { verifyDay, verifySlice, WALK_START, walkCursor, type WalkCursor } from './verify.ts';

const cursorText = v.pipe(v.string(), v.parseJson(), walkCursor);

/** Continues the walk over the whole ledger by at most `maxSlices`. `begins`: starts a walk if none is open. D1 permits
 * 1,000 queries to one run of a Worker, and a slice has about 20. */
export async function continueWalk(db: D1Database, maxSlices: number, begins: boolean): Promise<string[]> {
  const text = await db.prepare('SELECT cursor FROM ledger_walk WHERE id = 1').first<string>('cursor');
  const stored = v.safeParse(cursorText, text);
  const findings = new Set<string>();
  let cursor: WalkCursor | null = stored.success ? stored.output : begins ? WALK_START : null;
  if (cursor === null) return [];
  for (let slices = 0; cursor !== null && slices < maxSlices; slices += 1) {
    const slice: Awaited<ReturnType<typeof verifySlice>> = await verifySlice(db, cursor);
    for (const finding of slice.findings) findings.add(finding);
    cursor = slice.next;
  }
  await (
    cursor === null
      ? db.prepare('DELETE FROM ledger_walk')
      : db
          .prepare(
            'INSERT INTO ledger_walk (id, cursor) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET cursor = excluded.cursor',
          )
          .bind(JSON.stringify(cursor))
  ).run();
  return [...findings];
}

/** Verifies a day, unless it has more seals than one run of a Worker can read: the walk reaches those. */
export async function verifySmallDay(db: D1Database, day: string, maxSeals: number): Promise<string[]> {
  const count = await db.prepare('SELECT count(*) AS n FROM ledger_seals WHERE day = ?').bind(day).first<number>('n');
  return (count ?? 0) > maxSeals ? [] : verifyDay(db, day);
}

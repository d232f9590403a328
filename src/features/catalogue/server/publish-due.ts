import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import { openDatabase, type Database } from '../../../platform/db/client.ts';
import type { Env } from '../../../platform/config/env.ts';
import { DEADLINES } from '../../../platform/config/deadlines.ts';
import {
  getNextPublication,
  putNextPublication,
  setNextPublication,
  renewCatalogueVersion,
} from '../../../platform/http/cache/catalogue-version.ts';
import { isAhead, MAX_CLOCK_DIFFERENCE_SECONDS, systemClock, type Clock } from '../../../platform/http/clock.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { withDeadline } from '../../../platform/http/limits/deadline.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import { randomId } from '../../../platform/http/random-id.ts';
import { refreshCovers } from '../../magazines/server/shown.ts';
import type { SearchSubject } from '../../search/query/search-doc.ts';
import { searchStatements } from '../../search/query/search-statements.ts';
import { TITLE_KINDS } from '../../../platform/kinds.ts';
import { beginPrices } from './begin-prices.ts';
import { bindRows } from './bind-rows.ts';
import { hasFile, isOpen } from './read-record.ts';

/** Titles of one transaction: their documents of search are its largest part. */
const MAX_AT_ONCE = 100;
/** Others may write a title meanwhile: all are read again. */
const MAX_TRIES = 12;

/** Publications `p` of `all_titles t` that may come out; a title that a seed removed, or that is shown by now, may not. */
const READY = sql`FROM title_publications p JOIN all_titles t ON t.id = p.title_id WHERE ${isOpen}
  AND NOT EXISTS (SELECT 1 FROM title_changes u WHERE u.undoes = p.hide_id) AND (p.needs_file = 0 OR ${hasFile})`;

const dueRows = v.array(
  v.object({
    ...{ publication: v.number(), rev: v.number(), id: v.number(), kind: v.picklist(TITLE_KINDS), hidden: v.number() },
    ...{ name_fa: v.string(), name_en: v.string(), name_latin: v.string(), year: v.number(), age: v.number() },
    ...{ iranian: v.number(), art: v.nullable(v.string()), views: v.number() },
  }),
);
type DueTitle = v.InferOutput<typeof dueRows>[number];

interface Context {
  db: Database;
  env: Env;
  now: number;
}

/**
 * Publishes every title that is due, and gives their numbers; prices that are due begin. One transaction publishes all that were read with their
 * documents of search, or none: of two processes one wins. Stored pages get another version once.
 */
export async function publishDue({ db, env, now }: Context): Promise<number[]> {
  const published: number[] = [];
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const due = v.parse(
      dueRows,
      await db.all(sql`SELECT p.id AS publication, t.rev, t.id, t.kind, t.hidden, t.name_fa, t.name_en, t.name_latin, t.year,
        t.age, t.iranian, t.art, t.views ${READY} AND p.starts_at <= ${now} ORDER BY p.starts_at, p.id LIMIT ${MAX_AT_ONCE}`),
    );
    if (due.length === 0) break;
    if (await publishAll(db, due, now)) published.push(...due.map(({ id }) => id));
  }
  const isChanged = (await beginPrices({ db, now })) || published.length > 0;
  if (isChanged) await renewCatalogueVersion(env, `published-${randomId()}`);
  const hasTurned = await takeTurns({ db, env, now }, { renews: !isChanged });
  if (isChanged || hasTurned) await planNextPublication({ db, env, now });
  return published;
}

/**
 * Slides, lists and issues begin and end by themselves: only stored pages and covers in search have to know. The version's name is the same for
 * every process, and the turns are removed last, so that a process that ends in between loses none. A turn has an echo, by which the last host
 * has reached it.
 */
async function takeTurns({ db, env, now }: Context, { renews }: { renews: boolean }): Promise<boolean> {
  const [row] = await db.all(sql`SELECT max(at) AS last FROM front_turns WHERE at <= ${now}`);
  const { last } = v.parse(v.object({ last: v.nullable(v.number()) }), row);
  if (last === null) return false;
  await db.run(refreshCovers(now));
  if (renews) await renewCatalogueVersion(env, `front-${String(last)}`);
  await batch(db, [
    sql`INSERT OR IGNORE INTO front_turns (at, is_echo) SELECT max(at) + ${MAX_CLOCK_DIFFERENCE_SECONDS}, 1 FROM front_turns
      WHERE at <= ${last} AND is_echo = 0 HAVING max(at) IS NOT NULL`,
    sql`DELETE FROM front_turns WHERE at <= ${last}`,
  ]);
  return true;
}

/** False where somebody wrote one of the titles or published it since it was read: nothing is written then. */
async function publishAll(db: Database, due: readonly DueTitle[], now: number): Promise<boolean> {
  const run = randomId();
  const rows = JSON.stringify(due.map(({ publication, rev }) => [publication, rev]));
  const isOwn = sql`EXISTS (SELECT 1 FROM title_publications WHERE run = ${run})`;
  // A document of an episode does not exist; one of a hidden title must not.
  const subjects = due.flatMap((title) => toSubject(title) ?? []);
  const results = await retryWrite(() =>
    batch(db, [
      sql`UPDATE title_publications SET run = ${run} WHERE id IN (SELECT value ->> 0 FROM json_each(${rows}))
        AND (SELECT count(*) FROM json_each(${rows}) j JOIN title_publications p ON p.id = j.value ->> 0 AND ${isOpen}
          JOIN all_titles t ON t.id = p.title_id AND t.rev = j.value ->> 1) = ${due.length}`,
      // Again where the answer of the first try was lost.
      sql`UPDATE title_publications SET published_at = ${now} WHERE run = ${run} AND published_at IS NULL`,
      ...searchStatements(subjects, new Set()).map((statement) => bindRows(statement, isOwn)),
      sql`SELECT id FROM title_publications WHERE run = ${run} LIMIT 1`,
    ]),
  );
  return (results.at(-1) ?? []).length > 0;
}

function toSubject({ kind, id, art, views, year, age, ...title }: DueTitle): SearchSubject | null {
  if (kind === 'episode') return null;
  const names = { nameFa: title.name_fa, nameEn: title.name_en, nameLatin: title.name_latin };
  return { type: kind, id, slug: null, ...names, year, age, iranian: title.iranian === 1, art, views };
}

/**
 * Tells all processes the next second at which a title comes out, a price begins or the front of the house changes. It is read once more afterwards: who plans at the same
 * moment may have put a later one in its place.
 */
export async function planNextPublication({ db, env, now }: Context): Promise<void> {
  let next = await readNextPublication(db, now);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    await putNextPublication(env, next);
    const after = await readNextPublication(db, now);
    if (after === next) return;
    next = after;
  }
}

/** Epoch seconds. A title whose second is over and that waits for its file is found by the schedule. */
async function readNextPublication(db: Database, now: number): Promise<number | null> {
  const [row] = await db.all(sql`SELECT min(starts_at) AS next FROM (
    SELECT p.starts_at ${READY} UNION ALL SELECT p.starts_at FROM title_publications p WHERE ${isOpen} AND p.starts_at > ${now}
    UNION ALL SELECT min(at) FROM front_turns
    UNION ALL SELECT min(starts_at) FROM title_price_plans WHERE withdrawn_at IS NULL AND began_at IS NULL)`);
  return v.parse(v.object({ next: v.nullable(v.number()) }), row).next;
}

/** Of the schedule: also what waited for its file, and where a process ended before it could tell the next second. */
export async function runPublications(context: Context): Promise<void> {
  await publishDue(context);
  const next = await readNextPublication(context.db, context.now);
  if (next !== (await getNextPublication(context.env))) await planNextPublication(context);
}

const RETRY_MS = 5000;
let retryAt = 0;

/** Before a page or an answer: who comes first after the second of a publication publishes. A failure hides nothing that is out. */
export async function publishIfDue(
  env: Env,
  ctx: Pick<ExecutionContext, 'waitUntil'>,
  clock: Clock = systemClock,
): Promise<void> {
  if (env.API_BASE_URL !== '') return;
  const next = await getNextPublication(env);
  const now = clock();
  if (next === null || next > now || isAhead(retryAt, Date.now(), RETRY_MS)) return;
  const db = openDatabase(env.DB);
  const publish = async () => {
    const published = await publishDue({ db, env, now });
    // Another process was first, and KV may say so up to half a minute later.
    if (published.length === 0) setNextPublication(await readNextPublication(db, now));
  };
  const work = publish();
  ctx.waitUntil(work.catch(() => undefined));
  try {
    await withDeadline(work, DEADLINES.call, 'publication');
  } catch (cause) {
    retryAt = Date.now() + RETRY_MS;
    console.error(`publication: ${describeError(cause)}`);
  }
}

import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import {
  listDeskTitles as listCall,
  type DeskState,
  type END_SPANS,
  type ListedTitle,
  type MISSING_PARTS,
} from '../contract.ts';
import type { Database } from '../../../platform/db/client.ts';
import { ok } from '../../../platform/outcome.ts';
import { tehranDate } from '../../../platform/text/tehran-week.ts';
import { cleanText } from '../../titles/facts/clean.ts';
import { buildCorrectedReadings, planQuery } from '../../search/query/query-plan.ts';
import { selectBest } from '../../search/server/hits.ts';
import { queryNearWords } from '../../search/server/near-words.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { baseColumns, hasFile, selectState } from './read-record.ts';

const PER_PAGE = 50;
const DAY_SECONDS = 86_400;
/** Matches of search that the filters choose from. */
const MAX_MATCHES = 500;
/** Ids have at most nine digits. */
const FIRST_CURSOR = '1000000000';

const bit = v.pipe(
  v.number(),
  v.transform((value) => value === 1),
);
const rows = v.array(
  v.object({ ...listCall.output.entries.data.item.entries, iranian: bit, has_art: bit, has_file: bit }),
);

/** An episode has a still of its own, and all other pictures from its series. */
const LACKS: Record<(typeof MISSING_PARTS)[number], SQL> = {
  art: sql`t.art IS NULL`,
  backdrop: sql`t.backdrop IS NULL AND t.kind <> 'episode'`,
  logo: sql`t.logo_fa IS NULL AND t.logo_en IS NULL AND t.kind <> 'episode'`,
  stills: sql`t.still IS NULL AND NOT EXISTS (SELECT 1 FROM title_stills s WHERE s.title_id = t.id)`,
  file: sql`t.media IS NULL AND NOT ${hasFile}`,
};

const listColumns = (now: number) => sql`${baseColumns(now)}, t.name_fa, t.name_en, t.age, t.available_until`;

export const listDeskTitles: OperatorService<typeof listCall> = async (
  { db, now },
  { kind, state, missing, ends, series, query, ids, before = FIRST_CURSOR },
) => {
  if (ids !== undefined) {
    const list = await db.all(sql`SELECT ${listColumns(now)} FROM json_each(${`[${ids}]`}) j
      CROSS JOIN all_titles t ON t.id = j.value`);
    return ok({ data: v.parse(rows, list), next: null });
  }
  const matches = await selectMatches(db, query);
  const conditions = [
    kind === undefined ? sql`t.kind <> 'episode'` : sql`t.kind = ${kind}`,
    ...(state === undefined ? [] : [sql`${selectState(now)} = ${state}`]),
    ...(series === undefined ? [] : [sql`t.series_id = ${series}`]),
    // By the small index of hidden titles.
    ...(isHiddenState(state) ? [sql`t.hidden <> 0`] : []),
    ...(missing === undefined ? [] : [LACKS[missing]]),
    ...(ends === undefined ? [] : [isEnding(now, ends)]),
  ];
  const where = sql.join(conditions, sql` AND `);
  const data = v.parse(
    rows,
    await db.all(
      sql`SELECT ${listColumns(now)} ${
        matches === null
          ? selectPage(where, before, ends !== undefined)
          : sql`FROM (${matches}) m CROSS JOIN all_titles t ON t.id = m.title_id WHERE ${where} ORDER BY m.tier, m.place`
      } LIMIT ${PER_PAGE}`,
    ),
  );
  const last = matches === null && data.length === PER_PAGE ? data.at(-1) : undefined;
  return ok({ data, next: last === undefined ? null : toCursor(last, ends !== undefined) });
};

function selectPage(where: SQL, before: string, isByEnd: boolean): SQL {
  const [id = '', day = ''] = before.split('.').reverse();
  return isByEnd
    ? sql`FROM all_titles t INDEXED BY titles_ending
        WHERE (t.available_until, t.id) > (${day}, ${day === '' ? 0 : Number(id)}) AND ${where}
        ORDER BY t.available_until, t.id`
    : sql`FROM all_titles t WHERE t.id < ${Number(id)} AND ${where} ORDER BY t.id DESC`;
}

function toCursor({ id, available_until: day }: ListedTitle, isByEnd: boolean): string {
  return isByEnd && day !== null ? `${day}.${String(id)}` : String(id);
}

function isEnding(now: number, span: (typeof END_SPANS)[number]): SQL {
  const isAhead = sql`t.available_until >= ${tehranDate(now)}`;
  if (span === 'any') return isAhead;
  return sql`${isAhead} AND t.available_until <= ${tehranDate(now + Number(span) * DAY_SECONDS)}`;
}

function isHiddenState(state: DeskState | undefined): boolean {
  return state === 'draft' || state === 'scheduled' || state === 'hidden';
}

/** Rows (title_id, tier, place), the best first; null without a text. The index of search has no hidden title. */
export async function selectMatches(db: Database, query: string): Promise<SQL | null> {
  const plan = planQuery(query);
  if (plan === null) return null;
  const text = cleanText(query);
  const words = await queryNearWords(db, plan);
  const readings = [
    plan.typed,
    ...buildCorrectedReadings(
      plan,
      words.map(({ word }) => word),
      true,
    ),
  ];
  return sql`SELECT d.ref_id AS title_id, hits.tier AS tier, hits.id AS place
    FROM (${selectBest(readings, {}, { limit: MAX_MATCHES })}) hits CROSS JOIN search_docs d ON d.id = hits.id
    WHERE d.type IN ('movie', 'series', 'video')
    UNION ALL SELECT id, 0, 0 FROM all_titles WHERE hidden <> 0
      AND (instr(name_fa, ${text}) > 0 OR instr(lower(name_en), ${text.toLowerCase()}) > 0)`;
}

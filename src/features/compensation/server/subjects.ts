import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../../platform/db/client.ts';
import { ok } from '../../../platform/outcome.ts';
import { selectMatches } from '../../catalogue/server/list-titles.ts';
import { selectPlansAt } from '../../payments/plans-at.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { MAX_CASE_AGE_SECONDS, type PROPOSED_KINDS } from '../cases.ts';
import { findCaseSubjects as call } from '../desk-contract.ts';

const MAX_SUBJECTS = 200;
const NO_TIME = sql`NULL AS at, NULL AS year, 0 AS iranian`;
const rows = v.array(
  v.object({
    ...call.output.entries.data.item.entries,
    iranian: v.pipe(
      v.number(),
      v.transform((iranian) => iranian === 1),
    ),
  }),
);

interface Search {
  kind: (typeof PROPOSED_KINDS)[number];
  query: string;
  id: number | undefined;
}

async function selectSubjects(db: Database, now: number, { kind, query, id }: Search): Promise<SQL | null> {
  const isThat = (column: SQL) => (id === undefined ? sql`1` : sql`${column} = ${id}`);
  switch (kind) {
    case 'subscription':
      return sql`SELECT id, name_fa, name_en, ${NO_TIME} FROM (${selectPlansAt(now)} WHERE ${isThat(sql`plans.id`)}) ORDER BY id`;
    case 'channel':
      return sql`SELECT id, name_fa, name_en, ${NO_TIME} FROM channels WHERE ${isThat(sql`id`)} ORDER BY id`;
    case 'screening':
      return sql`SELECT s.id, t.name_fa, t.name_en, s.starts_at AS at, NULL AS year, 0 AS iranian
        FROM screenings s INDEXED BY screenings_end CROSS JOIN all_titles t ON t.id = s.title_id
        WHERE s.ends_at > ${now - MAX_CASE_AGE_SECONDS} AND ${isThat(sql`s.id`)} ORDER BY s.ends_at DESC, s.id DESC`;
    case 'title': {
      if (id !== undefined)
        return sql`SELECT id, name_fa, name_en, NULL AS at, year, iranian FROM all_titles WHERE id = ${id}`;
      const matches = await selectMatches(db, query);
      return matches === null
        ? null
        : sql`SELECT t.id, t.name_fa, t.name_en, NULL AS at, t.year, t.iranian FROM (${matches}) m
            CROSS JOIN all_titles t ON t.id = m.title_id WHERE t.kind <> 'episode' ORDER BY m.tier, m.place`;
    }
  }
}

/** Films by the site's own search, hidden ones too; none without a text. */
export const findCaseSubjects: OperatorService<typeof call> = async ({ db, now }, { kind, query, id }) => {
  const statement = await selectSubjects(db, now, { kind, query, id });
  return ok({ data: statement === null ? [] : v.parse(rows, await db.all(sql`${statement} LIMIT ${MAX_SUBJECTS}`)) });
};

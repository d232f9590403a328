import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { listCreditedPeople as listCall, type CreditedPerson } from '../../people-contract.ts';
import type { Database } from '../../../../platform/db/client.ts';
import { ok } from '../../../../platform/outcome.ts';
import { buildCorrectedReadings, planQuery } from '../../../search/query/query-plan.ts';
import { selectBest } from '../../../search/server/hits.ts';
import { queryNearWords } from '../../../search/server/near-words.ts';
import type { OperatorService } from '../../../staff/server/serve-operator.ts';

const MAX_MATCHES = 20;
const rows = v.array(listCall.output.entries.data.item);

export const listCreditedPeople: OperatorService<typeof listCall> = async ({ db }, { query, ids }) => {
  if (ids !== undefined) return ok({ data: await readPeople(db, ids.split(',').map(Number)) });
  const plan = planQuery(query);
  if (plan === null) return ok({ data: [] });
  const words = (await queryNearWords(db, plan)).map(({ word }) => word);
  const readings = [plan.typed, ...buildCorrectedReadings(plan, words, true)];
  const best = sql`SELECT d.ref_id AS id, hits.tier * 1000000000.0 + hits.id AS place
    FROM (${selectBest(readings, { type: 'person' }, { limit: MAX_MATCHES })}) hits
    CROSS JOIN search_docs d ON d.id = hits.id`;
  return ok({ data: await selectPeople(db, best) });
};

export async function readPeople(db: Database, ids: readonly number[]): Promise<CreditedPerson[]> {
  return selectPeople(db, sql`SELECT value AS id, key AS place FROM json_each(${JSON.stringify(ids)})`);
}

async function selectPeople(db: Database, list: SQL): Promise<CreditedPerson[]> {
  const bestKnown = sql`(SELECT t.id FROM credits c JOIN all_titles t ON t.id = c.title_id WHERE c.person_id = p.id
    ORDER BY t.views DESC, t.id LIMIT 1)`;
  return v.parse(
    rows,
    await db.all(sql`SELECT p.id, p.name_fa, p.name_en, p.born, p.art,
        (SELECT count(DISTINCT title_id) FROM credits WHERE person_id = p.id) AS titles,
        k.name_fa AS known_fa, k.name_en AS known_en
      FROM (${list}) list CROSS JOIN people p ON p.id = list.id LEFT JOIN all_titles k ON k.id = ${bestKnown}
      ORDER BY list.place`),
  );
}

import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { isAheadInSql } from '../../../platform/db/is-ahead.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { tehranDate } from '../../../platform/text/tehran-week.ts';
import { OWN_LISTS } from '../../lists/my-lists.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { LEASE_SECONDS } from '../../streams/config.ts';
import { getAccountViewing as call } from '../viewing-contract.ts';
import { playCounts, startCounts, summarizeQuality } from './summarize-quality.ts';

const DAY_SECONDS = 24 * 60 * 60;
const MAX_ROWS = 50;
const MAX_LIST_ROWS = 20;

const parts = call.output.entries.data.entries;
const listRows = v.array(
  v.object({
    ...{ list: v.picklist(OWN_LISTS), count: v.number() },
    ...parts.lists.item.entries.titles.item.entries,
  }),
);
const networkPlays = v.array(v.object({ network: v.number(), ...playCounts }));
const networkStarts = v.array(v.object({ network: v.number(), ...startCounts }));

const selectNames = (table: 'all_titles' | 'channels', id: SQL): SQL =>
  sql`(SELECT name_fa FROM ${sql.raw(table)} WHERE id = ${id}) AS name_fa,
    (SELECT name_en FROM ${sql.raw(table)} WHERE id = ${id}) AS name_en`;

/** Reports of players name nobody: a play has the figures of its network beside it, never numbers of its own. */
export const getAccountViewing: OperatorService<typeof call> = async ({ db, now }, { id }) => {
  const item = sql`CAST(substr(item, 2) AS INTEGER)`;
  const selectPlays = (kind: 'title' | 'channel') => sql`SELECT ${kind} AS kind, ${item} AS item_id,
    ${selectNames(kind === 'title' ? 'all_titles' : 'channels', item)}, began_at, ends_at, browser, system, network,
    CASE WHEN stopped = 1 THEN 'stopped' WHEN ${isAheadInSql(sql`ends_at`, now, LEASE_SECONDS)} THEN 'running'
      ELSE 'over' END AS state
    FROM streams WHERE user_id = ${id} AND ends_at > ${now - DAY_SECONDS} AND item LIKE ${`${kind.charAt(0)}%`}`;
  const [user = [], playRows, lists, purchases] = await batch(db, [
    sql`SELECT id FROM users WHERE id = ${id}`,
    sql`SELECT * FROM (${selectPlays('title')} UNION ALL ${selectPlays('channel')})
      ORDER BY began_at DESC LIMIT ${MAX_ROWS}`,
    sql`SELECT list, count, title_id, added_at, ${selectNames('all_titles', sql`title_id`)} FROM (
      SELECT list, title_id, added_at, count(*) OVER (PARTITION BY list) AS count,
        row_number() OVER (PARTITION BY list ORDER BY added_at DESC, title_id DESC) AS place
      FROM user_lists WHERE user_id = ${id}) WHERE place <= ${MAX_LIST_ROWS} ORDER BY place`,
    sql`SELECT kind, title_id, ${selectNames('all_titles', sql`title_id`)}, payment_id, bought_at, ends_at
      FROM purchases WHERE user_id = ${id} ORDER BY bought_at DESC, payment_id DESC LIMIT ${MAX_ROWS}`,
  ]);
  if (user.length === 0) return fail('person_unknown');
  const plays = v.parse(parts.plays, playRows);
  const rows = v.parse(listRows, lists);
  return ok({
    data: {
      plays,
      networks: await readNetworks(db, [...new Set(plays.map(({ network }) => network))], now),
      lists: OWN_LISTS.map((list) => {
        const titles = rows.filter((row) => row.list === list);
        return { list, count: titles[0]?.count ?? 0, titles: titles.map(({ list: _, count: __, ...title }) => title) };
      }),
      purchases: v.parse(parts.purchases, purchases),
    },
  });
};

/** Of today and yesterday, since the counts have no hour. */
async function readNetworks(db: Database, networks: readonly number[], now: number) {
  if (networks.length === 0) return [];
  const isOf = sql`day IN (${tehranDate(now)}, ${tehranDate(now - DAY_SECONDS)})
    AND network IN (SELECT value FROM json_each(${JSON.stringify(networks)}))`;
  const [days, starts] = await batch(db, [
    sql`SELECT network, exits, failures, stalls, stall_ms, played_ms FROM qoe_days WHERE ${isOf}`,
    sql`SELECT network, bucket, starts FROM qoe_starts WHERE ${isOf}`,
  ]);
  const [playRows, startRows] = [v.parse(networkPlays, days), v.parse(networkStarts, starts)];
  return networks.map((network) => ({
    network,
    ...summarizeQuality(
      playRows.filter((row) => row.network === network),
      startRows.filter((row) => row.network === network),
    ),
  }));
}

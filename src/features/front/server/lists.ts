import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import * as calls from '../contract.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { isBackwards } from '../front-windows.ts';
import { readFrontTitles } from './front-titles.ts';
import { readRevision, writePart } from './part-changes.ts';
import type { PartValue } from './part-value.ts';

const ORDER = 'lists';
const toPart = (key: string) => `list:${key}`;

const bit = v.pipe(
  v.number(),
  v.transform((value) => value === 1),
);
const orderRows = v.array(
  v.object({ ...calls.listDeskLists.output.entries.data.entries.lists.item.entries, is_home: bit }),
);
const listColumns = sql`key, name_fa, name_en, line_fa, line_en, layout, starts_at, ends_at, chart`;

const readOrder = async ({ db }: RequestContext) =>
  v.parse(
    orderRows,
    await db.all(sql`SELECT ${listColumns}, is_home,
        (SELECT count(*) FROM list_titles WHERE list = key) AS titles
      FROM lists ORDER BY position, key`),
  );

const toOrderText = (lists: readonly { key: string; is_home: boolean }[]) =>
  JSON.stringify({ lists: lists.map(({ key, is_home }) => ({ key, is_home })) });

export async function readOrderValue(context: RequestContext): Promise<PartValue> {
  return { part: ORDER, text: toOrderText(await readOrder(context)) };
}

export const listDeskLists: OperatorService<typeof calls.listDeskLists> = async (context) => {
  const lists = await readOrder(context);
  return ok({ data: { ...(await readRevision(context.db, ORDER, toOrderText(lists))), lists } });
};

/** Refused, too, where a list was made meanwhile: each list is named once. */
export const saveListOrder: OperatorService<typeof calls.saveListOrder> = async (
  context,
  { rev, lists },
  operator,
  record,
) => {
  const stored = await readOrder(context);
  const keys = new Set(lists.map(({ key }) => key));
  const hasAll = lists.length === stored.length && stored.every(({ key }) => keys.has(key));
  if (!hasAll) return fail('front_changed');
  const [before, after] = [toOrderText(stored), toOrderText(lists)];
  if (after === before) return listDeskLists(context, {}, operator, record);
  if (!(await writePart(context, { part: ORDER, rev, before, after, operator }))) return fail('front_changed');
  record({ before: JSON.parse(before) as unknown, after: JSON.parse(after) as unknown });
  return listDeskLists(context, {}, operator, record);
};

const listRow = v.object({ ...v.omit(calls.getDeskList.output.entries.data, ['rev', 'changes', 'titles']).entries });
const titleRows = v.array(v.object({ id: v.number() }));

async function readList({ db }: RequestContext, key: string) {
  const [row] = await db.all(sql`SELECT ${listColumns} FROM lists WHERE key = ${key}`);
  if (row === undefined) return null;
  const titles = await db.all(sql`SELECT title_id AS id FROM list_titles WHERE list = ${key} ORDER BY position`);
  return { ...v.parse(listRow, row), titles: v.parse(titleRows, titles).map(({ id }) => id) };
}
type StoredList = NonNullable<Awaited<ReturnType<typeof readList>>>;

/** Texts that are empty are none. It leaves out the titles of a chart. */
function toListText(list: calls.ListInput, chart: StoredList['chart']): string {
  const { name_fa, name_en, line_fa, line_en, layout, starts_at, ends_at, titles } = list;
  return JSON.stringify({
    ...{ name_fa, name_en, line_fa: line_fa || null, line_en: line_en || null, layout, starts_at, ends_at },
    titles: chart === null ? titles : null,
  });
}

export async function readListValue(context: RequestContext, part: string): Promise<PartValue | null> {
  const list = await readList(context, part.slice(toPart('').length));
  return list === null ? null : { part, text: toListText(list, list.chart) };
}

export const getDeskList: OperatorService<typeof calls.getDeskList> = async (context, { key }) => {
  const list = await readList(context, key);
  if (list === null) return fail('front_list_unknown');
  const titles = await readFrontTitles(context.db, list.titles, context.now);
  const revision = await readRevision(context.db, toPart(key), toListText(list, list.chart));
  return ok({
    data: { ...list, ...revision, titles: list.titles.map((id) => ({ id, title: titles.get(id) ?? null })) },
  });
};

export const saveDeskList: OperatorService<typeof calls.saveDeskList> = async (
  context,
  { key, rev, is_new: isNew, ...list },
  operator,
  record,
) => {
  const stored = await readList(context, key);
  if (stored === null && !isNew) return fail('front_list_unknown');
  const before = stored === null ? 'null' : toListText(stored, stored.chart);
  const after = toListText(list, stored?.chart ?? null);
  if (after === before) return getDeskList(context, { key }, operator, record);
  if (stored !== null && isNew) return fail('front_key_used', { fields: { key: 'front_key_used' } });
  if (isBackwards(list)) return fail('front_window', { fields: { ends_at: 'front_window' } });
  const ids = new Set(list.titles);
  if (ids.size < list.titles.length) return fail('front_double', { fields: { titles: 'front_double' } });
  const titles = await readFrontTitles(context.db, list.titles, context.now);
  if (titles.size < ids.size) return fail('front_title', { fields: { titles: 'front_title' } });
  if (!(await writePart(context, { part: toPart(key), rev, before, after, operator }))) return fail('front_changed');
  record({ before: JSON.parse(before) as unknown, after: JSON.parse(after) as unknown });
  return getDeskList(context, { key }, operator, record);
};

import { and, asc, eq, lte } from 'drizzle-orm';
import type { getDiscover as discoverCall, getLists as listsCall } from '../../../contract/catalogue.ts';
import type { Output } from '../../../contract/call.ts';
import type { Card } from '../../../contract/shapes.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { ok, type Outcome } from '../../../domain/outcome.ts';
import type { Database } from '../../db/client.ts';
import { lists, listTitles, titles } from '../../db/schema.ts';
import type { RequestContext } from '../../lib/context.ts';
import { cardColumns } from './card-columns.ts';

/** Titles in a rail. */
const RAIL_LENGTH = 12;

interface Rail {
  key: string;
  name_fa: string;
  name_en: string;
  items: Card[];
}

/** The home feed (spec 7.22): each list that has titles, with its first twelve. */
export async function getDiscover({ db }: RequestContext): Promise<Outcome<Output<typeof discoverCall>, ErrorCode>> {
  return ok({ data: { data: await rails(db) } });
}

export async function getLists({ db }: RequestContext): Promise<Outcome<Output<typeof listsCall>, ErrorCode>> {
  return ok({ data: await rails(db) });
}

async function rails(db: Database): Promise<Rail[]> {
  const rows = await db
    .select({ list: { key: lists.key, name_fa: lists.nameFa, name_en: lists.nameEn }, card: cardColumns })
    .from(lists)
    .innerJoin(listTitles, and(eq(listTitles.list, lists.key), lte(listTitles.position, RAIL_LENGTH)))
    .innerJoin(titles, eq(titles.id, listTitles.titleId))
    .orderBy(asc(lists.position), asc(listTitles.position));
  const byKey = new Map<string, Rail>();
  for (const { list, card } of rows) {
    const rail = byKey.get(list.key) ?? { ...list, items: [] };
    rail.items.push(card);
    byKey.set(list.key, rail);
  }
  return [...byKey.values()];
}

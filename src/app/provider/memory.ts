import type { Card, PersonCard } from '../../features/titles/contract/shapes.ts';
import { isTitleKind, type TitleKind } from '../../platform/kinds.ts';
import { LruCache } from '../../platform/http/cache/lru-cache.ts';
import { putStored, getStored } from '../../platform/http/cache/edge-store.ts';
import type { ProviderContext } from './context.ts';
import { readFields } from './read.ts';

/** Public titles, people and downloads that section 7 cannot look up. Never personal data: no price, no address. */
type Context = Pick<ProviderContext, 'ctx' | 'env' | 'request'>;
type Shelf = 'title' | 'person' | 'download' | 'screening';
export interface TitleRef {
  kind: TitleKind;
  id: number;
}

const MAX = 5000;
const memory = new LruCache<string>({ max: MAX });
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60; // Longer than a download stays in a cart
const MAX_ENTRIES_PER_ANSWER = 50; // Each entry is a subrequest

/** `isStored`: no other call names the titles, so other isolates need them too. */
export function putTitles(context: Context, cards: readonly Card[], { isKept = false } = {}): void {
  putEntries(
    context,
    'title',
    cards.map((card) => [`${card.kind} ${String(card.id)}`, card] as const),
    isKept,
  );
}

export function putPeople(context: Context, people: readonly PersonCard[]): void {
  putEntries(
    context,
    'person',
    people.map((person) => [String(person.id), person] as const),
    true,
  );
}

export function putDownloads(context: Context, title: TitleRef, ids: readonly number[]): void {
  putEntries(
    context,
    'download',
    ids.map((id) => [String(id), title] as const),
    true,
  );
}

export function getStoredTitle(context: Context, kind: TitleKind, id: number): Promise<Card | null> {
  return getEntry<Card>(context, 'title', `${kind} ${String(id)}`);
}

export function peekTitle(context: Context, { kind, id }: TitleRef): Card | null {
  const text = memory.get(toKey(context, 'title', `${kind} ${String(id)}`));
  return text === null ? null : (JSON.parse(text) as Card);
}

export function getStoredPerson(context: Context, id: number): Promise<PersonCard | null> {
  return getEntry<PersonCard>(context, 'person', String(id));
}

export async function getStoredDownload(context: Context, id: number): Promise<TitleRef | null> {
  const title = await getEntry<TitleRef>(context, 'download', String(id));
  return title !== null && isTitleKind(title.kind) ? title : null;
}

export function putScreening(context: Context, title: TitleRef, id: number): void {
  putEntries(context, 'screening', [[String(id), title]], true);
}

export async function getStoredScreening(context: Context, id: number): Promise<TitleRef | null> {
  const title = await getEntry<TitleRef>(context, 'screening', String(id));
  return title !== null && isTitleKind(title.kind) ? title : null;
}

function putEntries(
  context: Context,
  shelf: Shelf,
  entries: readonly (readonly [string, object])[],
  isKept: boolean,
): void {
  const news = entries.filter(([name, value]) => store(toKey(context, shelf, name), JSON.stringify(value)));
  if (!isKept) return;
  const headers = { 'content-type': 'application/json', 'cache-control': `max-age=${String(MAX_AGE_SECONDS)}` };
  for (const [name, value] of news.slice(0, MAX_ENTRIES_PER_ANSWER)) {
    const body = new TextEncoder().encode(JSON.stringify(value));
    putStored(context.ctx, toKey(context, shelf, name), { body, status: 200, headers });
  }
}

async function getEntry<T extends object>(context: Context, shelf: Shelf, name: string): Promise<T | null> {
  const key = toKey(context, shelf, name);
  const text = memory.get(key) ?? (await (await getStored(key))?.text());
  if (text === undefined) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (Object.keys(readFields(value)).length === 0) return null;
    store(key, text);
    return value as T;
  } catch {
    return null;
  }
}

function store(key: string, text: string): boolean {
  const isNew = memory.get(key) !== text;
  memory.put(key, text);
  return isNew;
}

function toKey({ env, request }: Context, shelf: Shelf, name: string): string {
  const key = new URL('/_provider', new URL(request.url).origin);
  key.search = new URLSearchParams({ [shelf]: name, api: env.API_BASE_URL }).toString();
  return key.href;
}

import type { Card, PersonCard } from '../../features/titles/contract/shapes.ts';
import { isTitleKind, type TitleKind } from '../../platform/kinds.ts';
import { keepAnswer, readStored } from '../../platform/http/edge-store.ts';
import type { ProviderContext } from './context.ts';
import { readFields } from './read.ts';

/**
 * What public answers have named and section 7 has no call for: titles and people that only a search knows, and the
 * title that a download belongs to. In this isolate, and in the edge's cache for the others. Never anything of a visitor:
 * no price and no address.
 */
type Context = Pick<ProviderContext, 'ctx' | 'env' | 'request'>;
type Shelf = 'title' | 'person' | 'download';
export interface TitleRef {
  kind: TitleKind;
  id: number;
}

/** In this isolate; the oldest goes first. */
const MAX = 5000;
const memory = new Map<string, string>();
/** Longer than anybody leaves a download in their cart. Seconds. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;
/** An answer writes so many entries to the edge at most: each is a request of its own. */
const KEPT_PER_ANSWER = 50;

/** Titles by the answers that name them; `isStored`: no other call names them, so the other isolates need them, too. */
export function rememberTitles(context: Context, cards: readonly Card[], { isKept = false } = {}): void {
  remember(
    context,
    'title',
    cards.map((card) => [`${card.kind} ${String(card.id)}`, card] as const),
    isKept,
  );
}

export function rememberPeople(context: Context, people: readonly PersonCard[]): void {
  remember(
    context,
    'person',
    people.map((person) => [String(person.id), person] as const),
    true,
  );
}

/** Of which title downloads are, by their ids; a cart in a browser names the downloads alone. */
export function rememberDownloads(context: Context, title: TitleRef, ids: readonly number[]): void {
  remember(
    context,
    'download',
    ids.map((id) => [String(id), title] as const),
    true,
  );
}

export function recallTitle(context: Context, kind: TitleKind, id: number): Promise<Card | null> {
  return recall<Card>(context, 'title', `${kind} ${String(id)}`);
}

/** Of this isolate alone, for a name that may be missing. */
export function peekTitle(context: Context, { kind, id }: TitleRef): Card | null {
  const text = memory.get(toKey(context, 'title', `${kind} ${String(id)}`));
  return text === undefined ? null : (JSON.parse(text) as Card);
}

export function recallPerson(context: Context, id: number): Promise<PersonCard | null> {
  return recall<PersonCard>(context, 'person', String(id));
}

export async function recallDownload(context: Context, id: number): Promise<TitleRef | null> {
  const title = await recall<TitleRef>(context, 'download', String(id));
  return title !== null && isTitleKind(title.kind) ? title : null;
}

function remember(
  context: Context,
  shelf: Shelf,
  entries: readonly (readonly [string, object])[],
  isKept: boolean,
): void {
  const news = entries.filter(([name, value]) => store(toKey(context, shelf, name), JSON.stringify(value)));
  if (!isKept) return;
  const headers = { 'content-type': 'application/json', 'cache-control': `max-age=${String(KEPT_SECONDS)}` };
  for (const [name, value] of news.slice(0, KEPT_PER_ANSWER)) {
    const body = new TextEncoder().encode(JSON.stringify(value));
    keepAnswer(context.ctx, toKey(context, shelf, name), { body, status: 200, headers });
  }
}

async function recall<T extends object>(context: Context, shelf: Shelf, name: string): Promise<T | null> {
  const key = toKey(context, shelf, name);
  const text = memory.get(key) ?? (await (await readStored(key))?.text());
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

/** False where this isolate knows the same already. */
function store(key: string, text: string): boolean {
  const isNew = memory.get(key) !== text;
  memory.delete(key);
  memory.set(key, text);
  const [oldest] = memory.keys();
  if (memory.size > MAX && oldest !== undefined) memory.delete(oldest);
  return isNew;
}

function toKey({ env, request }: Context, shelf: Shelf, name: string): string {
  const key = new URL('/_provider', new URL(request.url).origin);
  key.search = new URLSearchParams({ [shelf]: name, api: env.API_BASE_URL }).toString();
  return key.href;
}

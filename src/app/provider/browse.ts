import fa from '../../../locales/fa.json' with { type: 'json' };
import en from '../../../locales/en.json' with { type: 'json' };
import type { Env } from '../../platform/config/env.ts';
import type { Input, Output } from '../../platform/http/calls/call.ts';
import type * as magazines from '../../features/magazines/contract.ts';
import type { MagazineCard } from '../../features/magazines/contract.ts';
import type * as people from '../../features/people/contract.ts';
import type * as search from '../../features/search/contract.ts';
import { toMeta } from './catalogue.ts';
import { refuse, send, type ProviderContext } from './context.ts';
import { getStoredPerson, putPeople, putTitles } from './memory.ts';
import { readPicture } from './pictures.ts';
import { readCount, readFields, readId, readList, readText, unwrap } from './read.ts';
import { SPEC } from './spec-calls.ts';
import { readCard, toKey } from './titles.ts';

const SHARED = { isShared: true };
const PER_PAGE_MAX = 100;

/** Spec 7.10. */
export async function listMagazines(
  context: ProviderContext,
  { per_page: perPage, page, sort, dir }: Input<typeof magazines.listMagazines>,
): Promise<Output<typeof magazines.listMagazines>> {
  const query = { perPage: Number(perPage ?? 24), page: Number(page ?? 1), sort: sort ?? 'id', dir: dir ?? 'asc' };
  const body = await send(context, SPEC.magazines(query), SHARED);
  const status = readText(readFields(body), 'status') ?? 'success';
  return { status, data: readMagazines(context.env, unwrap(body)) };
}

function readMagazines(env: Env, data: unknown): MagazineCard[] {
  return readList(data).flatMap((entry) => {
    const fields = readFields(entry);
    const slug = toKey(readText(fields, 'slug'));
    const title = readText(fields, 'title', 'name_fa');
    if (slug === null || title === null) return [];
    const titleEn = readText(fields, 'title_en', 'name_en') ?? title;
    return [{ id: readId(fields, 'id') ?? 0, slug, title, title_en: titleEn, art: readPicture(env, fields) }];
  });
}

/** Newspaper and studio (spec 2.11) always exist. */
export async function getMagazine(
  context: ProviderContext,
  { slug, page }: Input<typeof magazines.getMagazine>,
): Promise<Output<typeof magazines.getMagazine>> {
  const fixed = { newspaper: [fa.nav_newspaper, en.nav_newspaper], studio: [fa.nav_studio, en.nav_studio] } as const;
  const isFixed = slug === 'newspaper' || slug === 'studio';
  const listed = isFixed
    ? []
    : readMagazines(context.env, unwrap(await send(context, SPEC.magazines({ perPage: PER_PAGE_MAX }), SHARED)));
  const match = listed.find((magazine) => magazine.slug === slug);
  const card = isFixed
    ? { id: 0, slug, title: fixed[slug][0], title_en: fixed[slug][1], art: null }
    : (match ?? refuse('not_found'));
  const kind = isFixed ? slug : 'magazine';
  return { data: { ...card, kind, synopsis_fa: '', synopsis_en: '', issues: [], videos: [] }, meta: toMeta(0, page) };
}

const GROUPS = ['iranian_actor', 'foreign_actor', 'director'] as const;

export function getCasts(): Promise<Output<typeof people.getCasts>> {
  return Promise.resolve({ data: GROUPS.map((group) => ({ group, people: [] })) });
}

export function listPeople(
  _context: ProviderContext,
  { page }: Input<typeof people.listPeople>,
): Promise<Output<typeof people.listPeople>> {
  return Promise.resolve({ data: [], meta: toMeta(0, page), letters: [] });
}

/** Section 7 has no call for people: only search results are known. */
export async function getPerson(
  context: ProviderContext,
  { id }: Input<typeof people.getPerson>,
): Promise<Output<typeof people.getPerson>> {
  const person = (await getStoredPerson(context, Number(id))) ?? refuse('not_found');
  return { data: { ...person, group: null, born: null, backdrop: null, works: [], coworkers: [] } };
}

export async function listPersonWorks(
  context: ProviderContext,
  { id }: Input<typeof people.listPersonWorks>,
): Promise<Output<typeof people.listPersonWorks>> {
  const person = (await getStoredPerson(context, Number(id))) ?? refuse('not_found');
  return { person, data: [], meta: toMeta(0) };
}

/** Spec 7.11, 3.10: other types have no page here and are omitted. */
export async function quickSearch(
  context: ProviderContext,
  { query }: Input<typeof search.quickSearch>,
): Promise<Output<typeof search.quickSearch>> {
  const body = await send(context, SPEC.quickSearch(query), SHARED);
  const entries = readList(unwrap(body));
  const data = entries.flatMap((entry) => readResult(context.env, entry) ?? []);
  // Their pages may be requested in another isolate.
  putTitles(
    context,
    entries.flatMap((entry) => readCard(context.env, entry) ?? []),
    { isKept: true },
  );
  const people = data.filter(({ type }) => type === 'person');
  putPeople(
    context,
    people.map(({ id, name_fa, name_en, art }) => ({ id, name_fa, name_en, art })),
  );
  return { data };
}

const WITH_PAGE = ['movie', 'series', 'episode', 'video', 'person'];
function readResult(env: Env, value: unknown): search.SearchResult | null {
  const fields = readFields(value);
  const id = readId(fields, 'id');
  const type = readText(fields, 'type');
  const nameFa = readText(fields, 'name_fa', 'title', 'name');
  if (id === null || type === null || nameFa === null || !WITH_PAGE.includes(type)) return null;
  const nameEn = readText(fields, 'name_en') ?? nameFa;
  const art = readPicture(env, fields);
  const slug = toKey(readText(fields, 'slug'));
  return { type, id, slug, name_fa: nameFa, name_en: nameEn, year: readCount(fields, 'year'), iranian: false, art };
}

export async function searchAll(
  context: ProviderContext,
  { query, type, page = 1 }: Input<typeof search.search>,
): Promise<Output<typeof search.search>> {
  const { data: all } = await quickSearch(context, { query });
  const counts: Record<string, number> = {};
  for (const result of all) counts[result.type] = (counts[result.type] ?? 0) + 1;
  const matches = all.filter((result) => type === undefined || result.type === type);
  const data = Number(page) > 1 ? [] : matches;
  return {
    data,
    counts,
    understood: [],
    suggestion: null,
    terms: [],
    similar: [],
    popular: [],
    meta: toMeta(matches.length, page),
  };
}

import type { getLists as getListsCall } from '../../features/lists/contract.ts';
import fa from '../../../locales/fa.json' with { type: 'json' };
import en from '../../../locales/en.json' with { type: 'json' };
import type { Input, Output } from '../../platform/http/calls/call.ts';
import type { getDiscover as getDiscoverCall, getSlider as slider } from '../../features/home/contract.ts';
import type * as calls from '../../features/titles/contract/catalogue.ts';
import type { Card, PageMeta } from '../../features/titles/contract/shapes.ts';
import { TITLE_KINDS, type TitleKind } from '../../platform/kinds.ts';
import { readLiveItems } from './live-items.ts';
import { refuse, Refusal, send, type ProviderContext } from './context.ts';
import { readFields, readList, readText, unwrap, readId } from './read.ts';
import { readOffer, readTitles } from './entitlement.ts';
import { readPicture } from './pictures.ts';
import { SPEC } from './spec-calls.ts';
import { readRails, readSlide, toKey, UNKNOWN_AGE, type Rail } from './titles.ts';
import { fillBrand } from '../../platform/text/fill-text.ts';
import { putTitles, getStoredTitle } from './memory.ts';

const SHARED = { isShared: true };

async function loadRails(context: ProviderContext): Promise<Rail[]> {
  const body = await send(context, SPEC.discover(), SHARED);
  const rails = readRails(context.env, unwrap(body), {
    fa: fillBrand(fa.home_title, 'fa'),
    en: fillBrand(en.home_title, 'en'),
  });
  putTitles(
    context,
    rails.flatMap(({ items }) => items),
  );
  return rails;
}

export async function loadSlider(context: ProviderContext, filters: Input<typeof slider> = {}) {
  const { age, lang, country, f_type: kind } = filters;
  const query = {
    ...(age !== undefined && { age }),
    ...(lang && { lang }),
    ...(country && { country }),
    ...(kind && { f_type: kind }),
  };
  const data = readFields(unwrap(await send(context, SPEC.slider(query), SHARED)));
  const slides = readList(data['sliders']);
  const sliders = slides.flatMap((slide) => readSlide(context.env, slide) ?? []);
  const live = readLiveItems(context.env, data['live']);
  putTitles(context, sliders);
  // Spec 8.14.
  const isEmpty = typeof data['sliders'] === 'object' && data['sliders'] !== null && slides.length === 0;
  return { sliders, live, isInvalid: sliders.length + live.length === 0 && !isEmpty };
}

async function loadKnownTitles(context: ProviderContext): Promise<Card[]> {
  const [rails, slider] = await Promise.allSettled([loadRails(context), loadSlider(context)]);
  if (rails.status === 'rejected' && slider.status === 'rejected') throw rails.reason as Error;
  const slides = slider.status === 'fulfilled' ? slider.value.sliders : [];
  const cards = [...(rails.status === 'fulfilled' ? rails.value.flatMap(({ items }) => items) : []), ...slides];
  return [...new Map(cards.map((card) => [card.id, card])).values()];
}

export function toMeta(total: number, page: number | string = 1): PageMeta {
  return { page: Number(page), pages: 1, total, capped: false };
}

export async function getDiscover(context: ProviderContext): Promise<Output<typeof getDiscoverCall>> {
  return { data: { data: await loadRails(context) } };
}

export async function getSlider(context: ProviderContext, input: Input<typeof slider>): Promise<Output<typeof slider>> {
  const { isInvalid, sliders, live } = await loadSlider(context, input);
  if (isInvalid) refuse('invalid_answer');
  return { data: { data: { sliders, live } } };
}

export async function getLists(context: ProviderContext): Promise<Output<typeof getListsCall>> {
  return { data: await loadRails(context) };
}

/** Spec 3.17. Section 7 has no call for genres of a title. */
export async function listTitles(
  context: ProviderContext,
  { kind, genre, list, page = 1, ...filters }: Input<typeof calls.listTitles>,
): Promise<Output<typeof calls.listTitles>> {
  const { age = 0, lang = '0', country = '0', f_type: type = '0' } = filters;
  const isFiltered = Number(age) > 0 || lang !== '0' || country !== '0';
  const cards = genre
    ? []
    : list
      ? ((await loadRails(context)).find(({ key }) => key === list)?.items ?? [])
      : isFiltered
        ? (await loadSlider(context, filters)).sliders
        : await loadKnownTitles(context);
  const wanted = kind ?? type;
  const data = cards
    .filter((card) => wanted === '0' || card.kind === wanted)
    // Unrated titles are not assumed suitable for children.
    .filter((card) => Number(age) === 0 || (card.age !== UNKNOWN_AGE && card.age <= Number(age)));
  return { data: Number(page) > 1 ? [] : data, meta: toMeta(data.length, page) };
}

/** Spec 7.09: a map from key to label, or a list. */
export async function getGenres(context: ProviderContext): Promise<Output<typeof calls.getGenres>> {
  const body = await send(context, SPEC.genres(), SHARED);
  const fields = readFields(body);
  const data = unwrap(body);
  const map = Array.isArray(data)
    ? data.map(
        (genre) =>
          [
            readText(readFields(genre), 'key', 'id', 'slug'),
            readText(readFields(genre), 'label', 'name_fa', 'title'),
          ] as const,
      )
    : Object.keys(readFields(data === body ? fields : data)).map(
        (key) => [key, readText(readFields(data), key)] as const,
      );
  const genres = map.flatMap(([key, label]) =>
    key !== null && label !== null && toKey(key) !== null ? [[key, label] as const] : [],
  );
  return Object.fromEntries(genres);
}

export async function getCategories(context: ProviderContext): Promise<Output<typeof calls.getCategories>> {
  const list = readList(unwrap(await send(context, SPEC.categories(), SHARED)));
  return list.flatMap((entry) => {
    const category = readCategory(entry);
    const children = readList(readFields(entry)['child_categories']).flatMap((child) => readCategory(child) ?? []);
    return category ? [{ ...category, child_categories: children }] : [];
  });
}

function readCategory(value: unknown) {
  const fields = readFields(value);
  const slug = toKey(readText(fields, 'cat_id', 'slug', 'category_id'));
  const name = readText(fields, 'persian_name', 'name_fa', 'title');
  if (slug === null || name === null) return null;
  const english = readText(fields, 'english_name', 'name_en') ?? name;
  return {
    category_id: readId(fields, 'category_id', 'id') ?? 0,
    cat_id: slug,
    persian_name: name,
    english_name: english,
  };
}

export async function getCategory(
  context: ProviderContext,
  { slug, page = 1 }: Input<typeof calls.getCategory>,
): Promise<Output<typeof calls.getCategory>> {
  const [tree, rails] = await Promise.all([getCategories(context), loadRails(context).catch(() => [])]);
  const all = tree.flatMap(({ child_categories: children, ...category }) => [category, ...children]);
  const category = all.find(({ cat_id: id }) => id === slug) ?? refuse('not_found');
  const data = rails.find(({ key }) => key === slug)?.items ?? [];
  return { category, data: Number(page) > 1 ? [] : data, meta: toMeta(data.length, page) };
}

const NO_PEOPLE = { cast: [], crew: [], seasons: [], series: null, season: null, number: null };
const NO_FACTS = { countries: [], languages: [], genres: [], chapters: [], previous_id: null, next_id: null };
const NO_MEDIA_FACTS = { stills: [], has_trailer: false, sounds: [], subtitles: [], height: null };
const UNNAMED: Record<TitleKind, [string, string]> = {
  movie: ['فیلم', 'Film'],
  series: ['سریال', 'Series'],
  episode: ['قسمت', 'Episode'],
  video: ['ویدیو', 'Video'],
};

/** A cart's 400 (spec 8.15), 404 or 410 means an unknown title; other refusals keep only titles that a call named. */
export async function getTitle(
  context: ProviderContext,
  { kind, id: titleId }: Input<typeof calls.getTitle>,
): Promise<Output<typeof calls.getTitle>> {
  const id = Number(titleId);
  const [titles, cart] = await Promise.allSettled([
    loadKnownTitles(context),
    send(context, SPEC.ghostCart({ id, type: kind }), { ...SHARED, code: 'cart_title_unknown' }),
  ]);
  const cards = titles.status === 'fulfilled' ? titles.value : [];
  const card =
    cards.find((title) => title.id === id && title.kind === kind) ?? (await getStoredTitle(context, kind, id));
  if (cart.status === 'rejected') {
    const reason = cart.reason as Error;
    const status = reason instanceof Refusal ? reason.response.status : 500;
    if (card === null || [400, 404, 410].includes(status)) throw reason;
  }
  const fields = readFields(cart.status === 'fulfilled' ? unwrap(cart.value) : null);
  const [unnamedFa, unnamedEn] = UNNAMED[kind];
  // Spec 3.16.
  const names = readTitles(readFields(fields['fullrate_data'])['title']);
  const name =
    readText(fields, 'name_fa', 'title_fa') ??
    (names.fa || readText(readFields(readList(fields['downloads'])[0]), 'name'));
  const base: Card = card ?? {
    ...{ id, kind, year: 0, minutes: 0, age: UNKNOWN_AGE, rating: null, iranian: false },
    name_fa: name ?? `${unnamedFa} ${id.toLocaleString('fa-IR', { useGrouping: false })}`,
    name_en: (names.en || name) ?? `${unnamedEn} ${String(id)}`,
    ...{ access: 'subscription', release: 'released', art: null },
  };
  const art = base.art ?? readPicture(context.env, fields);
  const slide = cards.find((title) => title.id === id) as
    Partial<{ synopsis_fa: string; synopsis_en: string; backdrop: string }> | undefined;
  const { offer, access, release, releaseDate } = readOffer(fields);
  return {
    data: {
      ...base,
      ...NO_PEOPLE,
      ...NO_FACTS,
      ...NO_MEDIA_FACTS,
      art,
      access: access ?? base.access,
      release: release ?? base.release,
      release_date: releaseDate,
      awards_fa: readText(fields, 'awards_fa', 'awards'),
      awards_en: readText(fields, 'awards_en'),
      name_latin: '',
      synopsis_fa: slide?.synopsis_fa ?? '',
      synopsis_en: slide?.synopsis_en ?? '',
      backdrop: slide?.backdrop ?? art,
      related: cards
        .filter((title) => title.kind === kind && title.id !== id)
        .slice(0, 12)
        .map((title) => ({ ...title, shared: null })),
      watchable: false,
      updated_at: 0,
      is_named: card !== null || name !== null,
      offer,
    },
  };
}

export async function getTitleKind(
  context: ProviderContext,
  { id: titleId }: Input<typeof calls.getTitleKind>,
): Promise<Output<typeof calls.getTitleKind>> {
  const id = Number(titleId);
  const knownTitle = (await loadKnownTitles(context).catch(() => [])).find((card) => card.id === id);
  if (knownTitle) return { data: { kind: knownTitle.kind } };
  const carts = await Promise.allSettled(
    TITLE_KINDS.map((type) => send(context, SPEC.ghostCart({ id, type }), SHARED)),
  );
  const kind = TITLE_KINDS.find((_, index) => carts[index]?.status === 'fulfilled');
  if (kind) return { data: { kind } };
  const isUnknown = carts.every((cart) => cart.status === 'rejected' && isBadRequest(cart.reason));
  return refuse(isUnknown ? 'title_not_found' : 'provider_unreachable');
}

function isBadRequest(reason: unknown): boolean {
  return reason instanceof Refusal && reason.response.status === 400;
}

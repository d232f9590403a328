import type { Env } from '../../platform/config/env.ts';
import type { Slide } from '../../features/home/contract.ts';
import type { Card } from '../../features/titles/contract/shapes.ts';
import { isTitleKind, type TitleKind } from '../../platform/kinds.ts';
import { readPicture } from './pictures.ts';
import { readCount, readFields, readFlag, readId, readList, readNumber, readText, type Fields } from './read.ts';

/** Unknown values are 0, '' or null, and not shown. */

export interface Rail {
  key: string;
  name_fa: string;
  name_en: string;
  items: Card[];
}

export const UNKNOWN_AGE = -1;

export function readCard(env: Env, value: unknown, kind?: TitleKind): Card | null {
  const fields = readFields(value);
  const type = kind ?? readText(fields, 'type', 'content_type', 'kind');
  const id = readId(fields, 'id', 'content_id');
  const nameFa = readText(fields, 'name_fa', 'persian_name', 'title_fa', 'title', 'name');
  if (id === null || type === null || !isTitleKind(type) || nameFa === null) return null;
  return {
    id,
    kind: type,
    name_fa: nameFa.slice(0, 200),
    name_en: (readText(fields, 'name_en', 'english_name', 'title_en') ?? nameFa).slice(0, 200),
    year: readCount(fields, 'year') ?? 0,
    minutes: readCount(fields, 'minutes', 'duration') ?? 0,
    age: readCount(fields, 'age') ?? UNKNOWN_AGE,
    rating: readNumber(fields, 'rating'),
    access: readFlag(fields, 'show_free', 'free') === true ? 'free' : 'subscription',
    release: readFlag(fields, 'presale') === true ? 'presale' : 'released',
    iranian: readFlag(fields, 'iranian') ?? false,
    art: readPicture(env, fields),
  };
}

export function readRails(env: Env, data: unknown, name: { fa: string; en: string }): Rail[] {
  const loose: Card[] = [];
  const rails = readList(data).flatMap((entry, index): Rail[] => {
    const fields = readFields(entry);
    const list = findTitles(fields);
    if (list === null) {
      const card = readCard(env, entry);
      if (card) loose.push(card);
      return [];
    }
    const nameFa = readText(fields, 'name_fa', 'persian_name', 'title', 'name') ?? name.fa;
    const items = list.flatMap((entry) => readCard(env, entry) ?? []);
    const key = toKey(readText(fields, 'key', 'slug', 'cat_id', 'id')) ?? `list-${String(index + 1)}`;
    const nameEn = readText(fields, 'name_en', 'english_name') ?? nameFa;
    return items.length > 0 ? [{ key, name_fa: nameFa, name_en: nameEn, items: unique(items) }] : [];
  });
  if (loose.length === 0) return rails;
  return [{ key: 'home', name_fa: name.fa, name_en: name.en, items: unique(loose) }, ...rails];
}

const TITLE_LISTS = ['data', 'items', 'list', 'contents', 'movies'];
function findTitles(fields: Fields): unknown[] | null {
  const name = TITLE_LISTS.find((candidate) => Array.isArray(fields[candidate]));
  return name === undefined ? null : readList(fields[name]);
}

function unique(cards: Card[]): Card[] {
  const keys = cards.map(({ kind, id }) => `${kind} ${String(id)}`);
  return cards.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

/** Spec 2.11: lowercase. */
export function toKey(text: string | null): string | null {
  const key = text?.toLowerCase() ?? '';
  return /^[a-z0-9][a-z0-9_-]{0,39}$/.test(key) ? key : null;
}

export function readSlide(env: Env, value: unknown): Slide | null {
  const card = readCard(env, value);
  const fields = readFields(value);
  const synopsis = readText(fields, 'synopsis_fa', 'description', 'synopsis') ?? '';
  return (
    card && {
      ...card,
      backdrop: readPicture(env, fields, 'backdrop'),
      synopsis_fa: synopsis,
      synopsis_en: readText(fields, 'synopsis_en') ?? synopsis,
    }
  );
}

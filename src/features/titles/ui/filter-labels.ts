import { SORTS, type FilterName, type Sort } from '../browse.ts';
import { formatPlain } from '../../../platform/text/format.ts';
import { nameCountry, nameLanguage } from '../../../platform/text/code-names.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { perLocale } from '../../../platform/text/per-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

const collator = perLocale((locale) => new Intl.Collator(locale));

interface Option {
  value: string;
  label: string;
}

export function getFilterName(name: FilterName): string {
  return FILTER_NAMES[name]();
}

export function getValueLabel(name: FilterName, value: string, genres: Record<string, string>): string {
  if (name === 'genre') return genres[value] ?? value;
  if (name === 'f_type') return TYPE_NAMES[value]?.() ?? value;
  if (name === 'age') return m.filter_age_value({ age: formatPlain(Number(value)) });
  return name === 'country' ? nameCountry(value) : nameLanguage(value);
}

export function buildValueOptions(
  name: FilterName,
  values: readonly string[],
  genres: Record<string, string>,
): Option[] {
  const options = values.map((value) => ({ value, label: getValueLabel(name, value, genres) }));
  if (name !== 'country' && name !== 'lang') return options;
  const { compare } = collator(getLocale());
  return options.sort((a, b) => compare(a.label, b.label));
}

export function buildSortOptions(ownSort: Sort | null): Option[] {
  const all = SORTS.map((sort) => ({ value: sort === ownSort ? '' : sort, label: SORT_NAMES[sort]() }));
  return ownSort === null ? [{ value: '', label: m.sort_own() }, ...all] : all;
}

export function getSortName(sort: Sort): string {
  return SORT_NAMES[sort]();
}

const FILTER_NAMES = {
  genre: m.filter_genre,
  f_type: m.filter_type,
  country: m.filter_country,
  lang: m.filter_lang,
  age: m.filter_age,
};
const TYPE_NAMES: Record<string, () => string> = {
  movie: m.listing_movie,
  series: m.listing_series,
  video: m.listing_video,
};
const SORT_NAMES = { newest: m.sort_newest, views: m.sort_views, rating: m.sort_rating, year: m.sort_year };

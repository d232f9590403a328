import type { AGE_REASONS } from '../../../platform/kinds.ts';
import { nameCountry, nameLanguage } from '../../../platform/text/code-names.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain, formatYear } from '../../../platform/text/format.ts';
import type { DeskTitle, TitleChange } from '../contract.ts';
import type { TitleField } from '../title-fields.ts';

const NAMES: Record<TitleField, () => string> = {
  name_fa: m.title_field_name_fa,
  name_en: m.title_field_name_en,
  name_latin: m.title_field_name_latin,
  synopsis_fa: m.title_field_synopsis_fa,
  synopsis_en: m.title_field_synopsis_en,
  awards_fa: m.title_field_awards_fa,
  awards_en: m.title_field_awards_en,
  year: m.title_field_year,
  minutes: m.title_field_minutes,
  age: m.title_field_age,
  age_reasons: m.title_field_age_reasons,
  genres: m.title_field_genres,
  countries: m.title_field_countries,
  languages: m.title_field_languages,
};
export const nameField = (field: TitleChange['field']) =>
  field === 'hidden' ? m.title_field_hidden() : NAMES[field]();

type AgeReason = (typeof AGE_REASONS)[number];
const REASONS: Record<AgeReason, () => string> = {
  violence: m.title_reason_violence,
  fear: m.title_reason_fear,
  language: m.title_reason_language,
  smoking: m.title_reason_smoking,
  drugs: m.title_reason_drugs,
  sex: m.title_reason_sex,
  discrimination: m.title_reason_discrimination,
  grief: m.title_reason_grief,
};
const isReasonKey = (key: string): key is AgeReason => key in REASONS;
export const nameReason = (key: string) => (isReasonKey(key) ? REASONS[key]() : key);

export function nameGenre(key: string, genres: DeskTitle['genres']): string {
  const genre = genres.find((one) => one.key === key);
  return (getLocale() === 'fa' ? genre?.label_fa : genre?.label_en) ?? key;
}

type Facts = Pick<DeskTitle, 'genres' | 'iranian'>;
const splitKeys = (value: string) => value.split(',').filter((key) => key !== '');
/** Names beside each other, by the language of the desk. */
export const joinNames = (names: readonly string[]) => names.join(getLocale() === 'fa' ? '، ' : ', ');

/** A stored value as a person reads it. */
export function showValue(field: TitleChange['field'], value: string | null, { genres, iranian }: Facts): string {
  const text = value ?? '';
  if (field === 'hidden') return text === '1' ? m.title_yes() : m.title_no();
  if (field === 'genres') return joinNames(splitKeys(text).map((key) => nameGenre(key, genres)));
  if (field === 'age_reasons') return joinNames(splitKeys(text).map(nameReason));
  if (field === 'countries') return joinNames(splitKeys(text).map(nameCountry));
  if (field === 'languages') return joinNames(splitKeys(text).map(nameLanguage));
  if (field === 'year') return formatYear(Number(text), iranian);
  return field === 'minutes' || field === 'age' ? formatPlain(Number(text)) : text;
}

const CHOSEN: readonly TitleField[] = ['genres', 'age_reasons', 'age'];

/** The text of a stored value in its field; a field of choices has the keys. */
export function toFieldText(field: TitleField, value: string | null, facts: Facts): string {
  return CHOSEN.includes(field) ? (value ?? '') : showValue(field, value, facts);
}

/** The language that a field is written in; undefined where it has none. */
export function getFieldLanguage(field: TitleField): 'fa' | 'en' | undefined {
  if (field.endsWith('_fa')) return 'fa';
  return field.endsWith('_en') || field === 'name_latin' ? 'en' : undefined;
}

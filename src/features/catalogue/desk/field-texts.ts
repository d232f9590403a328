import {
  ACCESS_KINDS,
  RELEASE_STATES,
  type AccessKind,
  type AGE_REASONS,
  type CreditJob,
  type ReleaseState,
} from '../../../platform/kinds.ts';
import { toDayText } from '../../../platform/desk/moment-text.ts';
import { nameCountry, nameLanguage } from '../../../platform/text/code-names.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain, formatYear } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { isArtField, readFocus } from '../art-fields.ts';
import type { DeskTitle, TitleChange } from '../contract.ts';
import { parsePrice } from '../price.ts';
import { parseCredits } from '../credits.ts';
import { parseSeasons } from '../seasons.ts';
import { LISTED_FIELDS, type TitleField } from '../title-fields.ts';
import { describePrice } from './price-text.ts';
import { showChapters, showMarkers } from './timeline/timeline-texts.ts';
import { describeFocus, nameArt } from './art/art-texts.ts';

const NAMES: Record<TitleField, () => string> = {
  name_fa: m.title_field_name_fa,
  name_en: m.title_field_name_en,
  name_latin: m.title_field_name_latin,
  synopsis_fa: m.title_field_synopsis_fa,
  synopsis_en: m.title_field_synopsis_en,
  awards_fa: m.title_field_awards_fa,
  awards_en: m.title_field_awards_en,
  seo_title_fa: m.title_field_seo_title_fa,
  seo_title_en: m.title_field_seo_title_en,
  seo_description_fa: m.title_field_seo_description_fa,
  seo_description_en: m.title_field_seo_description_en,
  year: m.title_field_year,
  minutes: m.title_field_minutes,
  age: m.title_field_age,
  age_reasons: m.title_field_age_reasons,
  genres: m.title_field_genres,
  countries: m.title_field_countries,
  languages: m.title_field_languages,
  credits: m.title_field_credits,
  related: m.title_field_related,
  seasons: m.title_field_seasons,
  markers: m.title_field_markers,
  chapters: m.title_field_chapters,
  access: m.title_field_access,
  release: m.title_field_release,
  release_date: m.title_field_release_date,
  available_until: m.title_field_available_until,
  available_countries: m.title_field_available_countries,
  available_networks: m.title_field_available_networks,
  season: m.title_field_season,
  number: m.title_field_number,
};
export function nameField(field: TitleChange['field']): string {
  if (field === 'hidden') return m.title_field_hidden();
  if (field === 'price') return m.title_field_price();
  return isArtField(field) ? nameArt(field) : NAMES[field]();
}

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

const ACCESS: Record<AccessKind, () => string> = {
  free: m.title_access_free,
  subscription: m.title_access_subscription,
  download_only: m.title_access_download_only,
};
const RELEASES: Record<ReleaseState, () => string> = {
  released: m.titles_state_released,
  presale: m.titles_state_presale,
  not_released: m.titles_state_not_released,
};
export function nameAccess(key: string): string {
  const kind = ACCESS_KINDS.find((one) => one === key);
  return kind === undefined ? key : ACCESS[kind]();
}
export function nameRelease(key: string): string {
  const state = RELEASE_STATES.find((one) => one === key);
  return state === undefined ? key : RELEASES[state]();
}

type Facts = Pick<DeskTitle, 'genres' | 'iranian' | 'people' | 'related'>;
const splitKeys = (value: string) => value.split(',').filter((key) => key !== '');
/** Names beside each other, by the language of the desk. */
export const joinNames = (names: readonly string[]) => names.join(getLocale() === 'fa' ? '، ' : ', ');

const NUMBERS: readonly TitleChange['field'][] = ['minutes', 'age', 'season', 'number'];

const JOBS: Record<CreditJob, () => string> = {
  actor: m.credits_actor,
  director: m.credits_director,
  writer: m.credits_writer,
  producer: m.credits_producer,
  composer: m.credits_composer,
  cinematographer: m.credits_cinematographer,
};
export const nameJob = (job: CreditJob) => JOBS[job]();

/** The name of a person or a title; the number of who is not in the list. */
export function findName(id: number, list: readonly DeskTitle['people'][number][]): string {
  const record = list.find((one) => one.id === id);
  return record === undefined ? formatPlain(id) : nameIn(getLocale(), record);
}

function showCredits(value: string | null, people: DeskTitle['people']): string {
  return joinNames(
    (parseCredits(value) ?? []).map(([job, id, fa, en]) => {
      const role = getLocale() === 'fa' ? (fa ?? en) : (en ?? fa);
      return `${nameJob(job)}: ${findName(id, people)}${role === null ? '' : ` (${role})`}`;
    }),
  );
}

function showSeasons(value: string | null, iranian: boolean): string {
  return joinNames(
    (parseSeasons(value) ?? []).map(([number, fa, en, year]) => {
      const name = getLocale() === 'fa' ? (fa ?? en) : (en ?? fa);
      const facts = [name, year === null ? null : formatYear(Number(year), iranian)].filter((fact) => fact !== null);
      return `${formatPlain(number)}: ${facts.join(' ')}`;
    }),
  );
}

/** A stored value as a person reads it. */
export function showValue(
  field: TitleChange['field'],
  value: string | null,
  { genres, iranian, people, related }: Facts,
): string {
  const text = value ?? '';
  if (field === 'hidden') return text === '1' ? m.title_yes() : m.title_no();
  if (field === 'price') return describePrice(parsePrice(value));
  if (field === 'focus') {
    const focus = readFocus(value);
    return focus === null ? '' : describeFocus(focus);
  }
  if (field === 'credits') return showCredits(value, people);
  if (field === 'related') return joinNames(splitKeys(text).map((id) => findName(Number(id), related)));
  if (field === 'seasons') return showSeasons(value, iranian);
  if (field === 'markers') return showMarkers(text);
  if (field === 'chapters') return showChapters(text);
  if (field === 'genres') return joinNames(splitKeys(text).map((key) => nameGenre(key, genres)));
  if (field === 'age_reasons') return joinNames(splitKeys(text).map(nameReason));
  if (field === 'countries' || field === 'available_countries') return joinNames(splitKeys(text).map(nameCountry));
  if (field === 'available_networks') return joinNames(splitKeys(text).map((number) => `AS${number}`));
  if (field === 'languages') return joinNames(splitKeys(text).map(nameLanguage));
  if (field === 'access') return nameAccess(text);
  if (field === 'release') return nameRelease(text);
  if (field === 'release_date' || field === 'available_until') return text === '' ? '' : toDayText(text);
  if (field === 'year') return formatYear(Number(text), iranian);
  return text !== '' && NUMBERS.includes(field) ? formatPlain(Number(text)) : text;
}

/** Fields whose text is the stored value. */
export const CHOSEN: readonly TitleField[] = [
  ...(['genres', 'age_reasons', 'age', 'access', 'release', 'available_countries', 'available_networks'] as const),
  ...LISTED_FIELDS,
];

/** The text of a stored value in its field; a field of choices has the keys. */
export function toFieldText(field: TitleField, value: string | null, facts: Facts): string {
  return CHOSEN.includes(field) ? (value ?? '') : showValue(field, value, facts);
}

/** The language that a field is written in; undefined where it has none. */
export function getFieldLanguage(field: TitleField): 'fa' | 'en' | undefined {
  if (field.endsWith('_fa')) return 'fa';
  return field.endsWith('_en') || field === 'name_latin' ? 'en' : undefined;
}

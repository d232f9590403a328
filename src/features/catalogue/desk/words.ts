import type { Tone } from '../../../platform/desk/Parts.tsx';
import type { TitleKind } from '../../../platform/kinds.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import type { DeskState, ListedTitle, MISSING_PARTS } from '../contract.ts';
import { joinNames } from './field-texts.ts';

const KINDS: Record<TitleKind, () => string> = {
  movie: m.titles_kind_movie,
  series: m.titles_kind_series,
  episode: m.titles_kind_episode,
  video: m.titles_kind_video,
};
export const nameKind = (kind: TitleKind) => KINDS[kind]();

const STATES: Record<DeskState, readonly [Tone, () => string]> = {
  released: ['good', m.titles_state_released],
  presale: ['open', m.titles_state_presale],
  not_released: ['quiet', m.titles_state_not_released],
  draft: ['quiet', m.titles_state_draft],
  scheduled: ['open', m.titles_state_scheduled],
  hidden: ['bad', m.titles_state_hidden],
};
export function describeState(state: DeskState): { tone: Tone; text: string } {
  const [tone, text] = STATES[state];
  return { tone, text: text() };
}

const MISSING: Record<(typeof MISSING_PARTS)[number], () => string> = {
  art: m.titles_missing_art,
  backdrop: m.titles_missing_backdrop,
  logo: m.titles_missing_logo,
  stills: m.titles_missing_stills,
  file: m.titles_missing_file,
};
export const nameMissing = (part: (typeof MISSING_PARTS)[number]) => MISSING[part]();

export function listMissing({ has_art: hasArt, has_file: hasFile }: Pick<ListedTitle, 'has_art' | 'has_file'>): string {
  return joinNames([...(hasArt ? [] : [nameMissing('art')]), ...(hasFile ? [] : [nameMissing('file')])]);
}

export function nameSeries({ series_fa: fa, series_en: en }: Pick<ListedTitle, 'series_fa' | 'series_en'>): string {
  return nameIn(getLocale(), { name_fa: fa ?? '', name_en: en ?? '' });
}

export const nameTitle = (title: Pick<ListedTitle, 'name_fa' | 'name_en'>) => nameIn(getLocale(), title);

/** By its name in a list, else by its number. */
export function nameListed(titles: readonly ListedTitle[], id: number): string {
  const title = titles.find((one) => one.id === id);
  return title === undefined ? formatPlain(id) : nameTitle(title);
}

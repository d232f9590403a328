import { AGE_REASONS } from '../../../platform/kinds.ts';
import { formatPlain, formatNumber, formatWeekday } from '../../../platform/text/format.ts';
import { tehranDate } from '../../../platform/text/tehran-week.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { describeArea } from '../../entitlement/area-words.ts';
import type { Season, TitleDetails } from '../contract/catalogue.ts';
import { NEW_DAYS } from '../new-days.ts';

const REASONS: Record<(typeof AGE_REASONS)[number], () => string> = {
  violence: m.age_reason_violence,
  fear: m.age_reason_fear,
  language: m.age_reason_language,
  smoking: m.age_reason_smoking,
  drugs: m.age_reason_drugs,
  sex: m.age_reason_sex,
  discrimination: m.age_reason_discrimination,
  grief: m.age_reason_grief,
};
/** Days before the end of its availability that the page names the end. */
const NAMED_AHEAD_DAYS = 30;
const DAY_SECONDS = 24 * 60 * 60;

/** Null for an unknown age, which is below 0. Unknown reasons are left out. */
export function describeAge({ age, age_reasons: keys }: TitleDetails, joinNames: (names: string[]) => string) {
  if (age < 0) return null;
  const name = age === 0 ? m.age_all() : m.age_from({ age: formatPlain(age) });
  const reasons = AGE_REASONS.filter((key) => keys?.split(',').includes(key)).map((key) => REASONS[key]());
  return reasons.length === 0 ? name : m.age_with_reasons({ age: name, reasons: joinNames(reasons) });
}

/** By the height of the best rendition in pixels. */
export function getQualityBadge(height: number | null): string | null {
  if (height === null || height < 720) return null;
  if (height >= 2160) return '4K';
  return height >= 1080 ? 'Full HD' : 'HD';
}

export function countSeasons(seasons: readonly Season[]): string | null {
  const episodes = seasons.reduce((sum, season) => sum + season.episodes.length, 0);
  if (episodes === 0) return null;
  return m.series_size({
    seasons: m.season_count({ count: formatNumber(seasons.length) }),
    episodes: m.season_episodes({ count: formatNumber(episodes) }),
  });
}

/** `now` in epoch seconds. Null for a title without an end, or with a far one. */
export function describeEnd(until: string | null | undefined, now: number): string | null {
  if (!until) return null;
  const today = tehranDate(now);
  if (until < today) return m.title_gone();
  const isNear = until <= tehranDate(now + NAMED_AHEAD_DAYS * DAY_SECONDS);
  return isNear ? m.title_until({ date: formatWeekday(until).dayMonth }) : null;
}

/** Names the countries and networks of a title that has such limits. */
export function describeTitleArea({ available_countries: countries, has_networks }: TitleDetails): string | null {
  return describeArea({ countries: countries?.split(',') ?? [], has_networks: has_networks === true });
}

/** True for a day in the last two weeks. `now` in epoch seconds. */
export function isNew(day: string | null, now: number): boolean {
  return day !== null && day <= tehranDate(now) && day > tehranDate(now - NEW_DAYS * DAY_SECONDS);
}

/** Whether an episode's name says its number as a word of its own: "Part 3", but not "Apollo 11" or "1:23:45" for the first. */
export function hasNumber(name: string, number: number): boolean {
  const words = name.split(/\s+/u).map((word) => word.replace(/[:.,،]$/u, ''));
  return [String(number), formatPlain(number)].some((text) => words.includes(text));
}

import { m } from '../../../platform/text/desk/messages.js';
import type { Theme } from '../../../platform/config/colours.ts';
import type { SitePart, SiteValue, SiteVersion } from '../texts-contract.ts';

const PART_NAMES: Record<SitePart, () => string> = {
  about: m.site_about,
  brand: m.site_brand,
  faq: m.site_faq,
  flags: m.services_flags,
  house: m.site_house,
  terms: m.site_terms,
};
export const namePart = (part: SitePart): string => PART_NAMES[part]();

export const nameTheme = (theme: Theme): string => (theme === 'dark' ? m.brand_dark() : m.brand_light());

export type VersionOf<T extends SiteValue> = Omit<SiteVersion, 'value'> & { value: T };

export function moveEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}

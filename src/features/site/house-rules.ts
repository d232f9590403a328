import type { SiteValue } from './texts-contract.ts';
import { foldNumber } from '../../platform/text/digits.ts';
import { readHttpsLink } from '../../platform/text/safe-link.ts';

export type House = Extract<SiteValue, { part: 'house' }>;
export type Fault =
  | ('site_phone' | 'site_link' | 'site_empty')
  | ('site_name' | 'site_colour' | 'site_contrast' | 'site_logo_missing' | 'site_networks');

/**
 * A telephone number in any spelling as `02191001234` in two parts (`021-91001234`), a mobile number, a short code
 * (`1599`), or a foreign one with `+`. Null for anything else.
 */
export function readPhone(text: string): string | null {
  const digits = foldNumber(text)
    .replace(/^tel:/i, '')
    .replace('(0)', '')
    .replace(/[\s().\-‐-―]/g, '')
    .replace(/^00/, '+')
    .replace(/^\+98/, '0');
  if (/^0[1-8]\d{9}$/.test(digits)) return `${digits.slice(0, 3)}-${digits.slice(3)}`;
  return /^(?:09\d{9}|[1-9]\d{2,5}|\+[1-9]\d{7,14})$/.test(digits) ? digits : null;
}

/** The details in their normal spelling, and the fields that are refused, by path (`social.0.url`). */
export function checkHouse(house: House): { house: House; faults: Record<string, Fault> } {
  const faults: Record<string, Fault> = {};
  const read = (path: string, text: string, readText: (text: string) => string | null, fault: Fault): string => {
    const normal = readText(text);
    if (normal === null) faults[path] = fault;
    return normal ?? text;
  };
  const checkEntries = <T extends { url: string; picture?: string }>(
    name: string,
    entries: readonly T[],
    isLinkNeeded = true,
  ): T[] =>
    entries.map((entry, at) => {
      for (const [field, text] of Object.entries(entry))
        if (text === '' && !OPTIONAL.includes(field)) faults[`${name}.${String(at)}.${field}`] = 'site_empty';
      if (!isPicture(entry.picture ?? '')) faults[`${name}.${String(at)}.picture`] = 'site_link';
      if (entry.url === '' && !isLinkNeeded) return entry;
      return { ...entry, url: read(`${name}.${String(at)}.url`, entry.url, readHttpsLink, 'site_link') };
    });
  return {
    house: {
      part: 'house',
      support_phone: read('support_phone', house.support_phone, readPhone, 'site_phone'),
      install_url: house.install_url === '' ? '' : read('install_url', house.install_url, readHttpsLink, 'site_link'),
      app_links: checkEntries('app_links', house.app_links),
      social: checkEntries('social', house.social),
      related_links: checkEntries('related_links', house.related_links),
      seals: checkEntries('seals', house.seals, false),
      footer_fa: house.footer_fa.trim(),
      footer_en: house.footer_en.trim(),
    },
    faults,
  };
}

/** A file of this site, or a picture at an https address. */
const isPicture = (text: string) => text === '' || /^\/[^/\\]\S*$/.test(text) || readHttpsLink(text) !== null;

const OPTIONAL = ['url', 'name_en', 'picture'];

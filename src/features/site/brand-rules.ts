import type { Fault } from './house-rules.ts';
import type { SiteValue } from './texts-contract.ts';
import { isAccentLegible } from '../../platform/config/accent.ts';
import { BUILT_IN_BRAND, type Brand } from '../../platform/config/brand.ts';
import { isColour, type Theme } from '../../platform/config/colours.ts';
import type { PictureFormat } from '../../platform/media/picture-file.ts';
import { foldDigits } from '../../platform/text/digits.ts';

export type BrandValue = Extract<SiteValue, { part: 'brand' }>;

export const BRAND_NAMES = ['name_fa', 'name_en', 'kids_fa', 'kids_en'] as const;
export const THEMES = ['light', 'dark'] as const satisfies readonly Theme[];

/** Both may be transparent, and every browser draws them. */
export const LOGO_FORMATS: readonly PictureFormat[] = ['png', 'webp'];

/** `#8f4a00`, also from three digits, and without the sign; null for another text. */
export function readColour(text: string): string | null {
  const digits = foldDigits(text).trim().toLowerCase().replace(/^#/, '');
  const sixDigits = /^[\da-f]{3}$/.test(digits) ? digits.replace(/./g, '$&$&') : digits;
  return isColour(`#${sixDigits}`) ? `#${sixDigits}` : null;
}

/** The brand in its normal spelling, and the fields that are refused. */
export function checkBrand(value: BrandValue): { value: BrandValue; faults: Record<string, Fault> } {
  const faults: Record<string, Fault> = {};
  const normal = { ...value };
  for (const name of BRAND_NAMES) {
    normal[name] = value[name].replace(/\s+/g, ' ').trim();
    if (normal[name] === '') faults[name] = 'site_empty';
    // Names are in file names, SMS and texts with placeholders of their own.
    else if (/[<>{}|\\]/.test(normal[name]) || !/\p{L}/u.test(normal[name])) faults[name] = 'site_name';
  }
  for (const theme of THEMES) {
    const field = `accent_${theme}` as const;
    const colour = readColour(value[field]);
    if (colour === null) faults[field] = 'site_colour';
    else if (!isAccentLegible(colour, theme)) faults[field] = 'site_contrast';
    normal[field] = colour ?? value[field];
  }
  return { value: normal, faults };
}

export const toBrand = (value: BrandValue): Brand => ({
  name: { fa: value.name_fa, en: value.name_en },
  kids: { fa: value.kids_fa, en: value.kids_en },
  accent: { light: value.accent_light, dark: value.accent_dark },
  logo: { light: value.logo_light, dark: value.logo_dark },
});

const { name, kids, accent, logo } = BUILT_IN_BRAND;
export const BUILT_IN_VALUE: BrandValue = {
  part: 'brand',
  ...{ name_fa: name.fa, name_en: name.en, kids_fa: kids.fa, kids_en: kids.en },
  ...{ accent_light: accent.light, accent_dark: accent.dark },
  ...{ logo_light: logo.light, logo_dark: logo.dark },
};

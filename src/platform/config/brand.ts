import type { Locale } from '../text/locale.ts';
import brand from './brand.json' with { type: 'json' };

/** A key of the stored picture (image-widths.ts): lettering keeps its transparency. */
export const LOGO_ART = /^wordmark-[a-z0-9-]{1,80}-[A-P][Q-Z][\da-f]{6}$/;
/** Width by height, as the rules of pictures have it for lettering. */
export const MIN_LOGO_RATIO = 0.5;
export const MAX_LOGO_RATIO = 8;

export interface Logo {
  art: string;
  ratio: number;
}

/** As visitors see the site. */
export interface Brand {
  name: Readonly<Record<Locale, string>>;
  kids: Readonly<Record<Locale, string>>;
  accent: { light: string; dark: string };
  /** On a dark ground and on a light one. */
  logo: { light: Logo | null; dark: Logo | null };
}

/** Before the desk sets another. */
export const BUILT_IN_BRAND: Brand = {
  name: brand.name,
  kids: brand.kids,
  accent: brand.accent,
  logo: { light: null, dark: null },
};

import { chooseLogo } from '../config/brand-style.ts';
import type { Brand } from '../config/brand.ts';
import { paths } from '../paths.ts';

export const ICON_SIZES = [192, 512] as const;

/** A square of the logo on a dark ground; null where the site has the built-in icons. `size` in pixels. */
export function findIconPath(brand: Pick<Brand, 'logo'>, size: (typeof ICON_SIZES)[number] = 512): string | null {
  const logo = chooseLogo(brand, 'dark');
  return logo && paths.icon(logo.art, size);
}

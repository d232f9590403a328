import { deriveAccent } from './accent.ts';
import { BUILT_IN_BRAND, type Brand, type Logo } from './brand.ts';
import { paths } from '../paths.ts';
import type { Theme } from './colours.ts';

/** Height of the header's logo, and its largest width, in pixels. */
const LOGO_HEIGHT = 32;
const MAX_LOGO_WIDTH = 160;
/** Two pixels for each of CSS. */
const LOGO_PICTURE = 320;
/** A wider logo is lettering, and stands for the name. */
const MAX_MARK_RATIO = 1.5;
const LIGHT_DARK = '@supports(color:light-dark(#000,#fff))';

export const isLettering = ({ ratio }: Logo): boolean => ratio > MAX_MARK_RATIO;

/** For dark grounds and light ones: one serves both where the other is missing. */
export const chooseLogo = ({ logo }: Pick<Brand, 'logo'>, theme: Theme): Logo | null =>
  logo[theme] ?? logo[theme === 'dark' ? 'light' : 'dark'];

/**
 * The rules of a brand that is not the built-in one; else an empty text. `html:root` is above the `:root` of the style
 * sheet, before which and after which (critical-css.ts) they may be. A browser without light-dark() has the dark theme.
 */
export function buildBrandStyle(brand: Brand): string {
  return buildColours(brand) + buildLogo(brand);
}

/** A service worker reads the rules by the attribute; the build's style sheet has none (critical-css.ts). */
export const wrapBrandStyle = (css: string): string => (css === '' ? '' : `<style data-brand>${css}</style>`);

function buildColours({ accent }: Brand): string {
  const { light, dark } = BUILT_IN_BRAND.accent;
  if (accent.light === light && accent.dark === dark) return '';
  const [day, night] = [deriveAccent(accent.light, 'light'), deriveAccent(accent.dark, 'dark')];
  const set = (build: (name: keyof typeof day) => string) =>
    `html:root{--accent:${build('accent')};--accent-fg:${build('on')};--accent-soft:${build('soft')}}`;
  return `${set((name) => night[name])}${LIGHT_DARK}{${set((name) => `light-dark(${day[name]},${night[name]})`)}}`;
}

function buildLogo(brand: Brand): string {
  const [day, night] = [chooseLogo(brand, 'light'), chooseLogo(brand, 'dark')];
  if (!day || !night) return '';
  const width = Math.min(MAX_LOGO_WIDTH, Math.round(LOGO_HEIGHT * night.ratio));
  const show = (where: string, { art }: Logo) => `${where}{background-image:url(${paths.image(art, LOGO_PICTURE)})}`;
  const box = `.logo{inline-size:${String(width)}px;block-size:${String(LOGO_HEIGHT)}px;background:center/contain no-repeat}`;
  if (day.art === night.art) return box + show('.logo', night);
  const bright = ':root:not([data-theme=dark])';
  return [
    ...[box, show('.logo', night), show(':root[data-theme=light] .logo', day)],
    `@media(prefers-color-scheme:light){${show(`${bright} .logo`, day)}}`,
    // A bar over a picture is dark in both themes.
    show(':root:not([data-scrolled]) .bar-over .logo', night),
  ].join('');
}

import type { APIRoute } from 'astro';
import brand from '../platform/config/brand.json' with { type: 'json' };
import { BUILT_IN_BRAND, type Brand } from '../platform/config/brand.ts';
import { ICON_SIZES, findIconPath } from '../platform/seo/site-icon.ts';
import { paths } from '../platform/paths.ts';
import { getDirection } from '../platform/text/current-locale.ts';
import { m } from '../platform/text/paraglide/messages.js';

/** The screen while the installed site starts. */
const BACKGROUND = brand.ground.dark;
const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: purpose === 'any' ? `/icon-${String(size)}.png` : `/icon-maskable-${String(size)}.png`,
  ...{ sizes: `${String(size)}x${String(size)}`, type: 'image/png', purpose },
});

function listIcons(siteBrand: Brand) {
  const built = [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')];
  if (findIconPath(siteBrand) === null) return built;
  return ICON_SIZES.map((size) => ({ ...icon(size, 'any'), src: findIconPath(siteBrand, size) }));
}

const isBuiltIn = (siteBrand: Brand) => JSON.stringify(siteBrand) === JSON.stringify(BUILT_IN_BRAND);

/** The web app manifest, in the language of the page that links to it (`?hl=en`). */
export const GET: APIRoute = ({ locals: { brand: siteBrand, locale } }) => {
  const icons = listIcons(siteBrand);
  const shortcut = (name: string, url: string) => ({ name, url, icons: icons.slice(0, 1) });
  const screenshot = (form: 'wide' | 'narrow', sizes: string) => ({
    src: `/screenshots/home-${form}-${locale}.webp`,
    ...{ sizes, type: 'image/webp', form_factor: form, label: m.home_title() },
  });
  const manifest = {
    id: '/',
    start_url: '/',
    scope: '/',
    name: m.home_title(),
    short_name: m.site_name(),
    description: m.home_description(),
    lang: locale,
    dir: getDirection(),
    display: 'standalone',
    background_color: BACKGROUND,
    theme_color: BACKGROUND,
    categories: ['entertainment'],
    icons,
    shortcuts: [
      shortcut(m.nav_search(), paths.search()),
      shortcut(m.nav_lives(), paths.lives()),
      shortcut(m.nav_my_lists(), paths.profile()),
      shortcut(m.basket_heading(), paths.download()),
    ],
    // They show the built-in name and colours.
    ...(isBuiltIn(siteBrand) && { screenshots: [screenshot('wide', '1280x720'), screenshot('narrow', '360x720')] }),
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
  });
};

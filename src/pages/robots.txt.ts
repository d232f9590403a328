import type { APIRoute } from 'astro';
import { PERSONAL_PAGES } from '../platform/pages/personal-pages.ts';
import { paths } from '../platform/paths.ts';

/** `/payments/` for `payments/[id].astro`, `/profile$` for `profile/index.astro`. */
const toRule = (file: string) =>
  `/${file
    .replace(/\.\w+$/, '')
    .replace(/\/index$/, '$')
    .replace(/\/?\[\.{3}.*|\[.*/, '')}`;

const MEMBER_PAGES = Object.entries(PERSONAL_PAGES).flatMap(([file, { access }]) =>
  access === 'member' ? [toRule(file)] : [],
);

/** Crawlers may read the catalogue, but neither accounts nor the API. Search pages say noindex themselves, which a
 * crawler must be let in to see. */
export const GET: APIRoute = ({ locals }) =>
  new Response(
    [
      'User-agent: *',
      ...['/api/', ...MEMBER_PAGES, paths.callback(), '/dev/'].map((rule) => `Disallow: ${rule}`),
      '',
      `Sitemap: ${locals.siteUrl}${paths.sitemap()}`,
      '',
    ].join('\n'),
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  );

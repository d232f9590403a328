import type { APIRoute } from 'astro';
import { paths } from '../platform/paths.ts';

/** Crawlers may read the catalogue, but neither accounts nor the API. Search pages say noindex themselves, which a
 * crawler must be let in to see. */
export const GET: APIRoute = ({ locals }) =>
  new Response(
    [
      'User-agent: *',
      'Disallow: /api/',
      'Disallow: /profile$',
      'Disallow: /profile/list',
      'Disallow: /profile/settings',
      'Disallow: /payments',
      'Disallow: /callback',
      'Disallow: /dev/',
      '',
      `Sitemap: ${locals.siteUrl}${paths.sitemap()}`,
      '',
    ].join('\n'),
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  );

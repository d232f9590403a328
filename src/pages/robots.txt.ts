import type { APIRoute } from 'astro';

/** What crawlers may read: the catalogue, and neither accounts nor the API. */
export const GET: APIRoute = () =>
  new Response(
    [
      'User-agent: *',
      'Disallow: /api/',
      'Disallow: /profile',
      'Disallow: /payments',
      'Disallow: /callback',
      'Disallow: /dev/',
      'Disallow: /search',
      '',
    ].join('\n'),
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  );

import { setTimeout as wait } from 'node:timers/promises';
import { problem } from '../../tools/lib/progress.ts';

/** The cookie that carries the language (spec 1.02); it is what a returning visitor's browser sends. */
const LOCALE_COOKIE = 'i18n_redirected';
const SEARCH = { fa: 'شب', en: 'night' };
const FRESH_TRIES = 20;

/** @typedef {{name: string, kind: string, locale: 'fa' | 'en', path: string, cookies: Record<string, string>}} Page */

/**
 * The pages that are measured: one of each kind, in both languages. Titles are the first that the home page shows.
 * @param {string} origin of the site
 * @returns {Promise<Page[]>}
 */
export async function findPages(origin) {
  const paths = {
    home: () => '/',
    film: await firstLink(origin, '/', /href="(\/movie\/\d+)"/),
    series: await firstLink(origin, '/', /href="(\/series\/\d+)"/),
    genre: await firstLink(origin, '/genres', /href="(\/genres\/[^"?#]+)"/),
    casts: () => '/casts/iranian-actors',
    search: (locale) => `/search/${encodeURIComponent(SEARCH[locale])}`,
  };
  return Object.entries(paths).flatMap(([kind, pathIn]) =>
    Object.keys(SEARCH).map((locale) => ({
      name: `${kind} ${locale}`,
      kind,
      locale,
      path: pathIn(locale),
      cookies: { [LOCALE_COOKIE]: locale },
    })),
  );
}

async function firstLink(origin, from, pattern) {
  const response = await fetch(origin + from);
  const path = pattern.exec(await response.text())?.[1];
  if (path === undefined) throw problem(`${origin}${from} (${response.status}) has no link like ${pattern.source}`);
  return () => path;
}

/**
 * Asks until the edge cache answers with a fresh page, so that no refresh behind a stale one runs while a load is
 * timed. A server that says nothing about its cache is asked once.
 * @param {string} origin
 * @param {Page} page
 */
export async function freshen(origin, { path, cookies }) {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  for (let attempt = 0; attempt < FRESH_TRIES; attempt += 1) {
    const response = await fetch(origin + path, { headers: { cookie, accept: 'text/html' } });
    await response.arrayBuffer();
    if (!/cache;desc="?(?:miss|stale)/.test(response.headers.get('server-timing') ?? '')) return;
    await wait(150);
  }
  throw problem(`${origin}${path} is never answered from the cache.`);
}

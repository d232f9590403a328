import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWorker } from '../../../src/app/worker-app.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { countStatements } from '../../support/database/statements.ts';
import { buildFill } from '../../support/database/rows.ts';

const ORIGIN = 'https://pardeh.test';
const NOW = 1_800_000_000;
let site: CatalogueFixture;
const stored = new Map<string, Response>();
const worker = createWorker(() => Promise.resolve(new Response('a page', { status: 404 })));

beforeAll(async () => {
  site = await openCatalogue(NOW, (name) => `${name}-0a1b2c3d`);
  vi.stubGlobal('caches', {
    default: {
      match: (key: string) => Promise.resolve(stored.get(key)?.clone()),
      put: async (key: string, response: Response) => {
        const body = await response.arrayBuffer();
        stored.set(key, new Response(body, response));
      },
    },
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await site.dispose();
});

async function requestSitemap(path: string, env: Env = site.env): Promise<Response> {
  const behind: Promise<unknown>[] = [];
  const ctx = { ...site.ctx, waitUntil: (work: Promise<unknown>) => void behind.push(work) };
  const response = await worker(new Request(ORIGIN + path), env, ctx);
  const body = await response.arrayBuffer();
  await Promise.all(behind);
  return new Response(body, response);
}
const fetchText = async (path: string) => (await requestSitemap(path)).text();
const all = (text: string, tag: string) =>
  [...text.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map((match) => match[1] ?? '');
const partPaths = async () =>
  all(await fetchText('/sitemap.xml'), 'loc').map((address) => address.slice(ORIGIN.length));

describe('the sitemap (issue 3, section 2)', () => {
  it('is an index of parts, each with the day of its latest change where that is known', async () => {
    const response = await requestSitemap('/sitemap.xml');
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    const text = await response.text();
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<sitemapindex xmlns="/);
    const names = (await partPaths()).map((path) => path.replace(/^\/sitemap\/([a-z]+).*$/, '$1'));
    expect(new Set(names)).toEqual(
      new Set([
        ...['pages', 'genres', 'lists', 'categories', 'channels'],
        ...['movie', 'series', 'episode', 'video', 'people'],
      ]),
    );
    expect(text).toMatch(/movie-0\.xml<\/loc><lastmod>2026-11-01<\/lastmod>/);
  });

  it('lists every title, person, genre and list once in each language', async () => {
    const listed = new Map<string, number>();
    for (const path of await partPaths()) {
      for (const address of all(await fetchText(path), 'loc')) listed.set(address, (listed.get(address) ?? 0) + 1);
    }
    expect([...listed.values()].every((times) => times === 1)).toBe(true);
    const count = async (sql: string) => (await site.env.DB.prepare(sql).first<number>('n')) ?? 0;
    const addresses = [...listed.keys()];
    const under = (pattern: RegExp) => addresses.filter((address) => pattern.test(address.slice(ORIGIN.length))).length;
    for (const kind of ['movie', 'series', 'episode', 'video']) {
      const titles = await count(`SELECT count(*) n FROM titles WHERE kind = '${kind}'`);
      expect(under(new RegExp(`^/${kind}/\\d+`)), kind).toBe(2 * titles);
    }
    expect(under(/^\/cast\/\d+/)).toBe(2 * (await count('SELECT count(*) n FROM people')));
    expect(under(/^\/lists\/./)).toBe(2 * (await count('SELECT count(DISTINCT list) n FROM list_titles')));
    expect(under(/^\/genres\/./)).toBe(2 * (await count('SELECT count(DISTINCT genre) n FROM title_genres')));
    expect(addresses.every((address) => address.startsWith(`${ORIGIN}/`))).toBe(true);
  });

  it('names both languages of each entry, its picture, and the video of what can be watched', async () => {
    const text = await fetchText('/sitemap/movie-0.xml');
    const entry = text.split('<url>').find((part) => part.startsWith(`<loc>${ORIGIN}/movie/52</loc>`)) ?? '';
    expect(entry).toContain(`<xhtml:link rel="alternate" hreflang="fa" href="${ORIGIN}/movie/52"/>`);
    expect(entry).toContain(`<xhtml:link rel="alternate" hreflang="en" href="${ORIGIN}/movie/52?hl=en"/>`);
    expect(entry).toContain(`<image:loc>${ORIGIN}/media/img/poster-52-0a1b2c3d/480</image:loc>`);
    expect(entry).toContain('<video:title>جدایی نادر از سیمین</video:title>');
    expect(entry).toContain('<video:duration>7380</video:duration>');
    expect(entry).toMatch(/<video:publication_date>\d{4}-\d\d-\d\d<\/video:publication_date>/);
    const unreleased = await site.env.DB.prepare(
      `SELECT id FROM titles WHERE kind = 'movie' AND release <> 'released' LIMIT 1`,
    ).first<number>('id');
    const waiting = text
      .split('<url>')
      .find((part) => part.startsWith(`<loc>${ORIGIN}/movie/${String(unreleased)}</loc>`));
    expect(waiting).toBeDefined();
    expect(waiting).not.toContain('<video:video>');
  });

  it('comes from the edge the second time', async () => {
    await requestSitemap('/sitemap/movie-0.xml');
    expect((await requestSitemap('/sitemap/movie-0.xml')).headers.get('server-timing')).toContain('d1;desc="0"');
  });

  it('is served without a title from the moment that the desk hides it until it publishes it', async () => {
    const token = 'e'.repeat(40);
    const act = async (name: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify({ reason: 'of this test' }) };
      const env = { ...site.env, OPERATOR_TOKEN: `editor/editor:${token}` };
      expect((await site.request(`/operator/titles/52/${name}`, init, env)).status).toBe(200);
    };
    const isListed = async () => (await fetchText('/sitemap/movie-0.xml')).includes(`${ORIGIN}/movie/52`);
    expect(await isListed()).toBe(true);
    await act('hide');
    expect(await isListed()).toBe(false);
    const repeated = await requestSitemap('/sitemap/movie-0.xml');
    expect([repeated.headers.get('server-timing'), await repeated.text()]).toEqual([
      expect.stringContaining('d1;desc="0"'),
      expect.not.stringContaining(`${ORIGIN}/movie/52`),
    ]);
    await act('publish');
    expect(await isListed()).toBe(true);
  });

  it('has no other parts', async () => {
    for (const part of ['movie-00', 'movie-9', 'movie--1', 'movie', 'people-99', 'none', 'movie-1e3', '../movie-0']) {
      expect((await requestSitemap(`/sitemap/${part}.xml`)).status, part).toBe(404);
    }
  });

  it('lists only the fixed pages in front of a provider', async () => {
    const env = { ...site.env, API_BASE_URL: 'https://provider.invalid' };
    expect(all(await (await requestSitemap('/sitemap.xml', env)).text(), 'loc')).toEqual([
      `${ORIGIN}/sitemap/pages.xml`,
    ]);
    expect((await requestSitemap('/sitemap/movie-0.xml', env)).status).toBe(404);
  });
});

describe('at 100 000 titles', () => {
  const TITLES = 100_000;
  const FIRST = 1_000_000;
  beforeAll(async () => {
    stored.clear();
    const fill = buildFill(
      'titles',
      TITLES,
      {
        ...{ id: 'i', name_fa: "'نام <' || i || '>'", name_en: "'A & B'", access: "'free'", synopsis_fa: "'خلاصه'" },
        ...{ synopsis_en: "'Synopsis'", media: "'clip-1'", updated_at: '1790000000' },
      },
      FIRST,
    );
    await site.env.DB.prepare(fill).run();
  }, 120_000);

  it('parts hold at most 10 000 addresses and escape what they hold', async () => {
    stored.clear();
    const parts = (await partPaths()).filter((path) => /movie-2\d\d/.test(path));
    expect(parts).toHaveLength(20);
    const text = await fetchText(parts[0] ?? '');
    expect(all(text, 'loc')).toHaveLength(10_000);
    expect(text).toContain(`<video:title>نام &lt;${String(FIRST)}&gt;</video:title>`);
    expect(text).toContain('<video:title>A &amp; B</video:title>');
    expect(text).toContain(`<image:loc>${ORIGIN}/icon-512.png</image:loc>`);
    expect(text.endsWith('</urlset>\n')).toBe(true);
  });

  it('a part is read as it is sent, a few hundred rows at a time', async () => {
    const recorded = countStatements(site.env);
    const { listParts, listPages, parsePart } = await import('../../../src/features/seo/server/parts.ts');
    const { openDatabase } = await import('../../../src/platform/db/client.ts');
    const db = openDatabase(recorded.env.DB);
    const part = parsePart('movie-200');
    if (!part) throw new Error('no part');
    const pages = listPages(db, part, { site: ORIGIN, now: NOW });
    const first = await pages.next();
    expect(recorded.roundTrips()).toBe(1);
    expect(first.done === true ? 0 : first.value.length).toBe(250);
    let rows = 250;
    for await (const batch of pages) {
      expect(batch.length).toBeLessThanOrEqual(250);
      rows += batch.length;
    }
    expect(rows).toBe(5000);
    await listParts(db);
    for (const sql of recorded.statements()) {
      const values = Array.from({ length: sql.split('?').length - 1 }, () => 1);
      const { results } = await site.env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...values)
        .all<{ detail: string }>();
      for (const { detail } of results) {
        // Of the list of kinds and of the parts already found, too.
        expect(detail, sql).not.toMatch(
          /^SCAN (?!.*USING (COVERING )?INDEX|json_each VIRTUAL TABLE|found$|CONSTANT ROW)/,
        );
        if (sql.includes('order by')) expect(detail, sql).not.toMatch(/TEMP B-TREE/);
      }
    }
  });
});

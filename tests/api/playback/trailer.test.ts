import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import * as v from 'valibot';
import { createApp } from '../../../src/app/api.ts';
import { browserSession } from '../../../src/app/browser-session.ts';
import { serveMedia } from '../../../src/app/media.ts';
import { getTrailer } from '../../../src/features/playback/contract.ts';
import { hasKeyRight } from '../../../src/features/playback/server/key-right.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import type { RequestContext } from '../../../src/platform/http/calls/context.ts';
import type { ApiFetch } from '../../../src/platform/http/calls/api-base.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { selectTrailer } from '../../../src/features/titles/server/trailer-folder.ts';
import { isForKids } from '../../../src/features/kids/server/media.ts';
import { buildRequest, ORIGIN } from '../../support/site/api.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { GUEST, guestCookie } from '../../support/media/media.ts';

/** The real time: media addresses are checked against it. */
const NOW = Math.floor(Date.now() / 1000);
const [FILM, HIDDEN, WITHOUT] = [52, 53, 54];
const FOLDER = 'trailer-52';

let site: CatalogueFixture;
beforeAll(async () => {
  site = await openCatalogue(NOW);
  await site.env.MEDIA.put(`video/${FOLDER}/master.m3u8`, readFileSync('seed/media/clip-1/master.m3u8'));
  const set = (values: string, id: number) =>
    site.env.DB.prepare(`UPDATE all_titles SET ${values} WHERE id = ${String(id)}`);
  await site.env.DB.batch([
    set(`kind = 'movie', access = 'subscription', age = 12, trailer = '${FOLDER}'`, FILM),
    set("kind = 'movie', trailer = 'trailer-53', hidden = 1", HIDDEN),
    set("kind = 'movie', trailer = NULL", WITHOUT),
  ]);
});
afterAll(() => site.dispose());

async function load(id: number): Promise<Response> {
  const app = createApp({ now: () => NOW });
  const api: ApiFetch = async (request, env, ctx) => app.fetch(request, env, ctx);
  const headers = { origin: ORIGIN, cookie: guestCookie(GUEST) };
  return browserSession(api)(
    buildRequest('/plays/trailer', { body: { kind: 'movie', id }, headers }),
    site.env,
    site.ctx,
  );
}

test('a trailer of a subscription film plays for a guest, by an address of the guest’s own', async () => {
  const { data } = v.parse(getTrailer.output, await (await load(FILM)).json());
  const open = (guest: string) =>
    serveMedia(new Request(data?.manifest_url ?? '', { headers: { cookie: guestCookie(guest) } }), site.env, site.ctx);
  expect((await open(GUEST)).status).toBe(200);
  expect((await open('x'.repeat(22))).status).toBe(403);
});

test('a hidden title and one without a trailer have none', async () => {
  expect((await load(HIDDEN)).status).toBe(404);
  expect((await load(WITHOUT)).status).toBe(404);
});

const FILM_FOLDER = 'film-52';
const PLAYED_BY: [owner: string, add: string, remove: string][] = [
  ['a film that is out', `UPDATE all_titles SET media = '${FILM_FOLDER}' WHERE id = 55`, ''],
  [
    'a film in presale',
    `UPDATE all_titles SET media = '${FILM_FOLDER}', release = 'presale', release_date = '2900-01-01' WHERE id = 55`,
    "UPDATE all_titles SET release = 'released', release_date = NULL WHERE id = 55",
  ],
  [
    'a film that is not out',
    `UPDATE all_titles SET media = '${FILM_FOLDER}', release = 'not_released' WHERE id = 55`,
    "UPDATE all_titles SET release = 'released' WHERE id = 55",
  ],
  [
    'a hidden film',
    `UPDATE all_titles SET media = '${FILM_FOLDER}', hidden = 1 WHERE id = 55`,
    'UPDATE all_titles SET hidden = 0 WHERE id = 55',
  ],
  ['an episode', `UPDATE all_titles SET media = '${FILM_FOLDER}' WHERE kind = 'episode'`, ''],
  ['the title itself', `UPDATE all_titles SET media = '${FILM_FOLDER}' WHERE id = ${String(FILM)}`, ''],
  [
    'a download',
    `UPDATE downloads SET file = 'download/${FILM_FOLDER}/720p.mp4' WHERE id = (SELECT min(id) FROM downloads)`,
    '',
  ],
  ['a programme', `UPDATE programmes SET media = '${FILM_FOLDER}'`, ''],
];

test.each(PLAYED_BY)('the folder of %s is never signed as a trailer, nor its keys given', async (_, add, remove) => {
  const run = (sql: string) => site.env.DB.prepare(sql).run();
  const context = { db: openDatabase(site.env.DB), env: site.env, now: NOW, user: null } as RequestContext;
  await run(`UPDATE all_titles SET trailer = '${FILM_FOLDER}' WHERE id = ${String(FILM)}`);
  expect((await load(FILM)).status).toBe(200);
  expect(await hasKeyRight(context, FILM_FOLDER, null)).toBe(true);
  // The film comes after its trailer, by an import or by ingest.
  await run("UPDATE all_titles SET access = 'subscription'");
  await run(add);
  expect((await load(FILM)).status).toBe(404);
  expect(await hasKeyRight(context, FILM_FOLDER, null)).toBe(false);
  const page = await site.api(getTitle, { kind: 'movie', id: FILM });
  expect(page).toMatchObject({ ok: true, value: { data: { has_trailer: false } } });
  if (remove !== '') await run(remove);
  await run(`UPDATE all_titles SET media = NULL WHERE media = '${FILM_FOLDER}'`);
  await run("UPDATE downloads SET file = NULL WHERE file LIKE 'download/film-52/%'");
  await run('UPDATE programmes SET media = NULL');
  await run(`UPDATE all_titles SET trailer = '${FOLDER}' WHERE id = ${String(FILM)}`);
});

test.each(['film-1/720p', '../film-1', '.', ''])('a trailer in “%s” is refused', async (folder) => {
  await site.env.DB.prepare('UPDATE all_titles SET trailer = ? WHERE id = ?').bind(folder, WITHOUT).run();
  expect((await load(WITHOUT)).status).toBe(404);
  await site.env.DB.prepare('UPDATE all_titles SET trailer = NULL WHERE id = ?').bind(WITHOUT).run();
});

test('the folder of a film is found by indexes', async () => {
  const { results } = await site.env.DB.prepare(
    `EXPLAIN QUERY PLAN ${new SQLiteSyncDialect().sqlToQuery(sql`SELECT ${selectTrailer()} FROM titles WHERE id = 1`).sql}`,
  ).all<{ detail: string }>();
  const steps = results.map(({ detail }) => detail).join('\n');
  for (const index of ['titles_media', 'downloads_file', 'programmes_media']) expect(steps).toContain(index);
  expect(steps).not.toMatch(/^SCAN (?!CONSTANT)/m);
});

test('the folder and its keys follow the age of the title', async () => {
  const context = (maxAge?: number) =>
    ({ db: openDatabase(site.env.DB), env: site.env, now: NOW, maxAge, user: null }) as RequestContext;
  expect(await hasKeyRight(context(), FOLDER, null)).toBe(true);
  expect(await hasKeyRight(context(7), FOLDER, null)).toBe(false);
  expect(await hasKeyRight(context(), 'trailer-53', null)).toBe(false);
  expect(await isForKids(site.env, FOLDER)).toBe(false);
});

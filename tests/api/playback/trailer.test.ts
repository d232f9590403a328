import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { createApp } from '../../../src/app/api.ts';
import { browserSession } from '../../../src/app/browser-session.ts';
import { serveMedia } from '../../../src/app/media.ts';
import { getTrailer } from '../../../src/features/playback/contract.ts';
import { hasKeyRight } from '../../../src/features/playback/server/key-right.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import type { RequestContext } from '../../../src/platform/http/calls/context.ts';
import type { ApiFetch } from '../../../src/platform/http/calls/api-base.ts';
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

test('the folder and its keys follow the age of the title', async () => {
  const context = (maxAge?: number) =>
    ({ db: openDatabase(site.env.DB), env: site.env, now: NOW, maxAge, user: null }) as RequestContext;
  expect(await hasKeyRight(context(), FOLDER, null)).toBe(true);
  expect(await hasKeyRight(context(7), FOLDER, null)).toBe(false);
  expect(await hasKeyRight(context(), 'trailer-53', null)).toBe(false);
  expect(await isForKids(site.env, FOLDER)).toBe(false);
});

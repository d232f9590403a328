import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { createApp } from '../../../src/app/api.ts';
import { browserSession } from '../../../src/app/browser-session.ts';
import { serveMedia } from '../../../src/app/media.ts';
import { renewPlay } from '../../../src/features/playback/contract.ts';
import type { ApiFetch } from '../../../src/platform/http/calls/api-base.ts';
import { buildRequest, ORIGIN } from '../../support/site/api.ts';
import { openCatalogue, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { GUEST, guestCookie } from '../../support/media/media.ts';

/** The real time: media addresses are checked against it. */
const NOW = Math.floor(Date.now() / 1000);

let site: CatalogueFixture;
let film: number;
beforeAll(async () => {
  site = await openCatalogue(NOW);
  for (const clip of ['clip-1', 'clip-2']) {
    await site.env.MEDIA.put(`video/${clip}/master.m3u8`, readFileSync(`seed/media/${clip}/master.m3u8`));
  }
  const sql = "SELECT id FROM titles WHERE kind = 'movie' AND release = 'released' AND access = ? LIMIT 1";
  film = (await site.env.DB.prepare(sql).bind('free').first<number>('id')) ?? 0;
});
afterAll(() => site.dispose());

async function renew(body: object, cookie?: string): Promise<Response> {
  const app = createApp({ now: () => NOW });
  const api: ApiFetch = async (request, env, ctx) => app.fetch(request, env, ctx);
  const headers = { origin: ORIGIN, ...(cookie !== undefined && { cookie }) };
  return browserSession(api)(buildRequest('/plays/renew', { body, headers }), site.env, site.ctx);
}

test('a guest renews the address of what plays, for the same guest', async () => {
  const response = await renew({ kind: 'movie', id: film }, guestCookie(GUEST));
  const { data } = v.parse(renewPlay.output, await response.json());
  const open = (guest: string) =>
    serveMedia(new Request(data?.manifest_url ?? '', { headers: { cookie: guestCookie(guest) } }), site.env, site.ctx);
  expect((await open(GUEST)).status).toBe(200);
  expect((await open('x'.repeat(22))).status).toBe(403);
  expect(data?.now).toBe(NOW);
});

test('a guest without a cookie is given one', async () => {
  const response = await renew({ kind: 'movie', id: film });
  expect(response.headers.get('set-cookie')).toContain('HttpOnly');
  expect(v.parse(renewPlay.output, await response.json()).data).not.toBeNull();
});

test('nothing is renewed that the viewer may not play; an unknown title is 400, a wrong field 422', async () => {
  const sql = "SELECT id FROM titles WHERE kind = 'movie' AND release = 'released' AND access = 'subscription' LIMIT 1";
  const id = await site.env.DB.prepare(sql).first<number>('id');
  expect(await (await renew({ kind: 'movie', id }, guestCookie(GUEST))).json()).toEqual({ data: null });
  expect((await renew({ kind: 'movie', id: 999_999 })).status).toBe(400);
  expect((await renew({ kind: 'film', id: film })).status).toBe(422);
});

// @module-tag full
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, framesAdvance, test } from '../../support/browser/fixtures.ts';
import { servePrepared } from '../../support/site/prepared-site.ts';
import { encodeTwice, listenAsEncoder } from '../../support/media/restarting-source.ts';

const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 485;
const ENGINES = [
  { engine: 'hls.js', container: 'ts', channel: 406 },
  { engine: 'mse', container: 'fmp4', channel: 405 },
] as const;
/** Seconds: the viewer is six behind the encoder, so all of it is from the new one at the end. */
const WATCHED = 14;
const MAX_STILL_SECONDS = 4;
const folder = mkdtempSync(join(tmpdir(), 'pardeh-encoder-'));
const sources = new Map<string, Awaited<ReturnType<typeof listenAsEncoder>>>();
let site: Awaited<ReturnType<typeof servePrepared>>;

// The segments come from loopback, which no page of the site may ask.
test.use({ baseURL: `http://localhost:${String(PORT)}`, bypassCSP: true });
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const addresses: { channel: number; url: string }[] = [];
  for (const { engine, container, channel } of ENGINES) {
    encodeTwice(join(folder, container), container);
    const source = await listenAsEncoder(join(folder, container), container);
    sources.set(engine, source);
    addresses.push({ channel, url: source.url });
  }
  const vars = { STREAM_PLAIN_HOSTS: addresses.map(({ url }) => new URL(url).host).join(',') };
  site = await servePrepared({ port: PORT, stateDir: '.wrangler/encoder-state', vars }, (db) => {
    const update = db.prepare('UPDATE channels SET stream_url = ? WHERE id = ?');
    return db.batch(addresses.map(({ channel, url }) => update.bind(`${url}/live.m3u8`, channel)));
  });
});

test.afterAll(async () => {
  await site.stop();
  for (const source of sources.values()) source.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Seconds that it moved on in `WATCHED`, and the longest that it did not; and whether sound came at the end. */
function follow(page: Page) {
  return page
    .locator('video')
    .evaluate(async (video: HTMLVideoElement & { webkitAudioDecodedByteCount: number }, seconds) => {
      const begun = performance.now();
      const first = video.currentTime;
      let [at, movedAt, longest, sound] = [first, begun, 0, 0];
      for (let now = begun; now - begun < seconds * 1000; now = performance.now()) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        if (now - begun < (seconds - 4) * 1000) sound = video.webkitAudioDecodedByteCount;
        if (video.currentTime !== at) movedAt = now;
        at = video.currentTime;
        longest = Math.max(longest, (now - movedAt) / 1000);
      }
      return { moved: at - first, longest, hasSound: video.webkitAudioDecodedByteCount > sound };
    }, WATCHED);
}

for (const { engine, channel } of ENGINES) {
  test(`an encoder that begins again without a discontinuity stops neither picture nor sound (${engine})`, async ({
    page,
    t,
  }) => {
    const source = sources.get(engine);
    source?.begin();
    await page.goto(`/live/${String(channel)}#play`);
    await expect(page.getByRole('dialog').getByRole('region')).toHaveAttribute('data-engine', engine);
    await framesAdvance(page);
    const loaded = await page.locator('video').getAttribute('src');
    for (const restart of ['clock', 'count'] as const) {
      source?.restart(restart);
      const { moved, longest, hasSound } = await follow(page);
      expect(longest, restart).toBeLessThan(MAX_STILL_SECONDS);
      expect(moved, restart).toBeGreaterThan(WATCHED - MAX_STILL_SECONDS);
      expect(hasSound, restart).toBe(true);
    }
    // Neither the watchdog nor a new player was needed. After a stop, a busy machine may need one.
    await expect(page.locator('video')).toHaveAttribute('src', loaded ?? '');
    source?.stop();
    const late = page.getByRole('status').filter({ hasText: t('player_trouble') });
    await expect(late).toBeVisible();
    source?.restart('count');
    await expect(late).toHaveCount(0);
    await framesAdvance(page);
    expect((await follow(page)).hasSound).toBe(true);
  });
}

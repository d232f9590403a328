// @module-tag full
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, framesAdvance, test } from '../../support/browser/fixtures.ts';
import type { TextKey } from '../../support/browser/texts.ts';
import { hear, makeTwoSounds, serveTwoSounds, TONES } from '../../support/media/two-sounds.ts';
import { FREE, play, press } from '../../support/browser/watching.ts';

const folder = mkdtempSync(join(tmpdir(), 'pardeh-sounds-'));

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Hz: the width of a bin of the analyser, and of AAC's smear. */
const NEAR = 15;
const getPlayer = (page: Page) => page.getByRole('dialog').getByRole('region');
const hearsTone = (page: Page, tone: number) =>
  expect.poll(async () => Math.abs((await hear(page)) - tone)).toBeLessThan(NEAR);

async function changeSound(page: Page, t: (key: TextKey) => string): Promise<void> {
  await hearsTone(page, TONES.fa);
  await press(page, t('player_settings'));
  const tracks = page.getByRole('group', { name: t('player_audio_track') });
  for (const name of ['en', 'fa'] as const) {
    // Not check(): the engine names the track, and with it the radio, once it has switched.
    await tracks.getByRole('radio', { name }).click();
    await expect(tracks.getByRole('radio', { name })).toBeChecked();
    await hearsTone(page, TONES[name]);
    await framesAdvance(page);
  }
}

test('the other sound track is heard in our own engine', async ({ page, t }) => {
  makeTwoSounds(join(folder, 'cmaf'), 'fmp4');
  await serveTwoSounds(page, '**/media/v/**', join(folder, 'cmaf'));
  await play(page, FREE);
  await expect(getPlayer(page)).toHaveAttribute('data-engine', 'mse');
  await changeSound(page, t);
});

test('the other sound track is heard in hls.js, in transport streams', async ({ page, t }) => {
  makeTwoSounds(join(folder, 'ts'), 'mpegts');
  await serveTwoSounds(page, '**/media/live/**', join(folder, 'ts'));
  await page.goto('/live/401', { waitUntil: 'commit' });
  await page
    .getByRole('main')
    .getByRole('link', { name: t('live_watch') })
    .click();
  await expect(getPlayer(page)).toHaveAttribute('data-engine', 'hls.js');
  await framesAdvance(page);
  await changeSound(page, t);
});

/* global document */
// The production Worker on a copy of the demo's data, for the benches of live and of watching together.
import { cpSync, rmSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { buildIfNeeded } from '../../tools/lib/build.ts';
import { BEGINS_BY_ITSELF, launchOptions } from '../../tools/lib/chromium.ts';
import { ensureLocalVars, seed } from '../../tools/lib/local-state.ts';
import { openState } from '../../tools/lib/open-state.ts';
import { requireFreePort } from '../../tools/lib/ports.ts';
import { serve } from '../../tools/lib/serve.ts';

const [SEEDED, STATE] = ['.wrangler/bench-seed', '.wrangler/bench-watch'];
const VARS = '.wrangler/bench.vars';

/** Serves the site. `prepare` gets its database before. */
export async function openSite(port, prepare) {
  await requireFreePort(port);
  await buildIfNeeded();
  ensureLocalVars(VARS);
  await seed(SEEDED);
  rmSync(STATE, { recursive: true, force: true });
  cpSync(SEEDED, STATE, { recursive: true });
  if (prepare) {
    const proxy = await openState(STATE);
    await prepare(proxy.env.DB).finally(() => proxy.dispose());
  }
  return serve({ port, stateDir: STATE, envFile: VARS });
}

export function launch() {
  return chromium.launch(launchOptions([BEGINS_BY_ITSELF]));
}

/** The state of a page's video at this moment; null before there is one. */
export function readVideo(page) {
  return page.evaluate(() => {
    const video = document.querySelector('video');
    if (!video) return null;
    const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality();
    const { currentTime, paused, readyState } = video;
    return { currentTime, paused, readyState, frames: totalVideoFrames, dropped: droppedVideoFrames };
  });
}

import { buildIfNeeded } from '../../tools/lib/build.ts';
import { ensureLocalVars, seed } from '../../tools/lib/local-state.ts';
import { requireFreePort } from '../../tools/lib/ports.ts';
import { problem, withProgress } from '../../tools/lib/progress.ts';
import { serveDirectly } from '../../tools/lib/serve.ts';
import { largeState } from './server-sites.mjs';

const PORT = 4371;
/** Kept between runs, so that pictures made once are not made again; apart from what `npm start` works on. */
const STATE = '.wrangler/bench-state';
const VARS = '.wrangler/bench.vars';
const LOOPBACK = ['localhost', '127.0.0.1'];

/**
 * The production build with the demo catalogue, served for measuring; or, where PARDEH_URL names one, a server on this
 * machine that runs already.
 * @param {number} [titles] so many titles more
 * @returns {Promise<{url: string, stop: () => Promise<void>}>} `url`: an http: origin
 */
export async function openSite(titles = 0) {
  const address = process.env.PARDEH_URL;
  if (address !== undefined && address !== '') {
    if (titles > 0)
      throw problem('--titles serves a catalogue of its own, PARDEH_URL names a server: only one of them.');
    return { url: loopbackOrigin(address), stop: async () => {} };
  }
  await requireFreePort(PORT);
  await buildIfNeeded();
  ensureLocalVars(VARS);
  let stateDir = STATE;
  if (titles > 0) stateDir = await largeState(titles);
  else await seed(STATE);
  return withProgress('Starting the Worker', () => serveDirectly({ port: PORT, stateDir, envFile: VARS }));
}

function loopbackOrigin(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' || !LOOPBACK.includes(url.hostname)) {
    throw problem(`PARDEH_URL is ${text}: only http: on this machine is measured.`);
  }
  return url.origin;
}

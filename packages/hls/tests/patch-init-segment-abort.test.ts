import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { destroyAbortedInitLoads } from '../src/player/patch-init-segment-abort.ts';

const HLS_JS = '1.7.4';
/** The initialisation's failure aborts the loader of the media segment. */
const FAULTY = /initPromise\.catch\([^}]*\}[^}]*this\.fragmentLoader\.abort\(\)/;

it(`the patch is still needed by hls.js ${HLS_JS}`, () => {
  const manifest = createRequire(import.meta.url).resolve('hls.js/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  expect(version, 'look whether the patch is still needed, then name the version here').toBe(HLS_JS);
  const source = readFileSync(`${dirname(manifest)}/src/controller/base-stream-controller.ts`, 'utf8');
  expect(FAULTY.test(source), 'hls.js no longer does what the patch corrects: delete the patch').toBe(true);
});

it('an aborted initialisation is destroyed without its callback; a segment is aborted as before', () => {
  const calls: string[] = [];
  class Loader {
    context: { frag: { sn: number | 'initSegment' } } | null = null;
    abort() {
      calls.push('abort');
    }
    destroy() {
      calls.push('destroy');
    }
  }
  const hls = { config: { loader: Loader, fLoader: Loader } };
  destroyAbortedInitLoads(hls as unknown as Parameters<typeof destroyAbortedInitLoads>[0]);
  for (const sn of ['initSegment', 4] as const) {
    const loader = new hls.config.fLoader();
    loader.context = { frag: { sn } };
    loader.abort();
  }
  expect(calls).toEqual(['destroy', 'abort']);
});

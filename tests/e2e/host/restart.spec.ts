// @module-tag full
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { VARS } from '../../../tools/lib/test-server.ts';
import { startNodeServer } from '../../../tools/node-server/node-server.ts';
import { SEEDED_DATA } from '../../../tools/node-server/test-server.ts';
import { expect, framesAdvance, test } from '../../support/browser/fixtures.ts';

const DATA = '.wrangler/restart-data';
const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 575;
/** Looks at the player, ten a second, after the server is back: a player that begins again has done so by then. */
const LOOKS = 80;

test.use({ baseURL: `http://localhost:${String(PORT)}` });

test('a channel plays on while its server restarts, and the player says nothing', async ({ page }) => {
  rmSync(DATA, { recursive: true, force: true });
  cpSync(SEEDED_DATA, DATA, { recursive: true });
  const vars = parseEnv(readFileSync(VARS, 'utf8')) as Record<string, string>;
  const serve = () => startNodeServer({ data: DATA, port: PORT, vars });
  let server = await serve();
  try {
    await page.goto('/live/401#play');
    await framesAdvance(page);
    const video = page.locator('video');
    const countAhead = ({ buffered, currentTime }: HTMLVideoElement) => buffered.end(buffered.length - 1) - currentTime;
    await expect.poll(() => video.evaluate(countAhead)).toBeGreaterThan(8);
    const looks = await video.evaluateHandle((element: HTMLVideoElement) => {
      const seen: { now: number; at: number; note: string }[] = [];
      const { src } = element;
      setInterval(() => {
        const note = document.querySelector('.player-connection')?.textContent;
        const isKept = document.querySelector('video')?.src === src;
        seen.push({ now: performance.now() / 1000, at: element.currentTime, note: isKept ? (note ?? '') : 'another' });
      }, 100);
      return seen;
    });
    await server.stop();
    server = await serve();
    const countLooks = () => looks.evaluate(({ length }) => length);
    const before = await countLooks();
    await expect.poll(countLooks).toBeGreaterThan(before + LOOKS);
    const seen = await looks.jsonValue();
    expect(seen.filter(({ note }) => note !== '')).toEqual([]);
    const [first, last] = [seen[0]!, seen.at(-1)!];
    expect(last.at - first.at).toBeGreaterThan(last.now - first.now - 1);
    for (const [index, { at }] of seen.entries()) expect(at).toBeGreaterThanOrEqual(seen[index - 1]?.at ?? 0);
  } finally {
    await server.stop();
  }
});

// npm run bench:publish [-- --count 40]: from the press of "publish" to the answer in which a guest has the page, on each
// host: of the process that publishes, and on Node of another process on the same data, which reads the catalogue's
// version at most 5 s later. Beside each the same page when nothing changes. The load is printed.
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildForNode, buildIfNeeded } from '../../tools/lib/build.ts';
import { ensureLocalVars } from '../../tools/lib/local-state.ts';
import { requireFreePort } from '../../tools/lib/ports.ts';
import { stopChildrenOnExit } from '../../tools/lib/processes.ts';
import { command, problem } from '../../tools/lib/progress.ts';
import { scratchFolder } from '../../tools/lib/scratch.ts';
import { drawOperatorHeaders, VARS } from '../../tools/lib/test-server.ts';
import { openEmptySite, serveEmpty } from '../support/site/empty-site.ts';
import { quantile } from './search/measure.ts';

const PORT = Number(process.env['PORT'] ?? 4381);
const POLL_MS = 10;
/** A process remembers the version so long: the presses are spread over it. */
const MEMORY_MS = 5000;
/** Much above the bound of a minute: a page that does not come is a fault. */
const MAX_MS = 90_000;
const headers = {
  authorization: drawOperatorHeaders('').authorization,
  'content-type': 'application/json',
};

interface Delays {
  name: string;
  /** Milliseconds: the call's own answer, until the guest's page, and the page when nothing changes. */
  call: number[];
  page: number[];
  plain: number[];
}

async function act(origin: string, path: string, body: object): Promise<number> {
  const init = { method: 'POST', headers: { ...headers, origin }, body: JSON.stringify(body) };
  const answer = await fetch(`${origin}/api/v1/operator/titles${path}`, init);
  if (!answer.ok) throw problem(`${path} answers ${String(answer.status)}: ${await answer.text()}`);
  const { data } = await answer.json<{ data: { id: number } }>();
  return data.id;
}

/** Each round is a guest of its own for the limits by address. */
async function readStatus(url: string, guest: number): Promise<number> {
  const answer = await fetch(url, {
    headers: { 'cf-connecting-ip': `10.9.${String(guest >> 8)}.${String(guest & 255)}` },
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function waitForStatus(url: string, guest: number, status: number): Promise<void> {
  const until = Date.now() + MAX_MS;
  while ((await readStatus(url, guest)) !== status) {
    if (Date.now() > until) throw problem(`${url} was not ${String(status)} within ${String(MAX_MS / 1000)} s.`);
    await wait(POLL_MS);
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** `press`: the site whose desk publishes, `guest`: the one that a guest asks. */
async function measure(name: string, count: number, { press, guest }: { press: string; guest: string }) {
  const names = { name_fa: 'فیلم اندازه‌گیری', name_en: 'Film of a Measure' };
  const draft = { key: crypto.randomUUID(), kind: 'movie', ...names, year: '1404', minutes: '90' };
  const id = String(await act(press, '', draft));
  const url = `${guest}/movie/${id}`;
  const delays: Delays = { name, call: [], page: [], plain: [] };
  for (let round = 0; round < count; round += 1) {
    // The page that is not there is stored, too.
    await waitForStatus(url, round, 404);
    await wait(Math.random() * MEMORY_MS);
    const pressed = performance.now();
    const call = time(() => act(press, `/${id}/publish`, {}));
    await waitForStatus(url, round, 200);
    delays.page.push(performance.now() - pressed);
    delays.call.push(await call);
    delays.plain.push(await time(() => readStatus(url, round)));
    await act(press, `/${id}/hide`, { reason: 'the next measure' });
  }
  return delays;
}

function describe({ name, call, page, plain }: Delays): string {
  const pair = (values: number[]) => [0.5, 0.95].map((share) => `${String(Math.round(quantile(values, share)))} ms`);
  return `| ${[name, String(page.length), ...pair(page), ...pair(call), quantile(plain, 0.5).toFixed(1) + ' ms'].join(' | ')} |`;
}

stopChildrenOnExit();
await command(async () => {
  const { values } = parseArgs({ options: { count: { type: 'string', default: '40' } } });
  const count = Number(values.count);
  for (const port of [PORT, PORT + 1]) await requireFreePort(port);
  ensureLocalVars(VARS);
  await buildForNode();
  await buildIfNeeded();
  console.log('| Guest of | publications | p50 | p95 | call, p50 | call, p95 | the page alone, p50 |');
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const isNode of [true, false]) {
    const folder = join(scratchFolder(), isNode ? 'node' : 'worker');
    const site = await openEmptySite(folder, PORT, isNode);
    try {
      const press = site.url;
      console.log(describe(await measure(isNode ? 'Node' : 'workerd', count, { press, guest: press })));
      if (!isNode) continue;
      const other = await serveEmpty(folder, PORT + 1, true);
      try {
        console.log(describe(await measure('Node, another process', count, { press, guest: other.url })));
      } finally {
        await other.stop();
      }
    } finally {
      await site.stop();
    }
  }
  console.log(`Load ${loadavg()[0]?.toFixed(1) ?? ''}`);
});

// The bars of the Node host (issue 19, part 5), for npm run bench:server -- --host node.
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { buildForNode } from '../../tools/lib/build.ts';
import { HOST_ENV, HOST_PROGRAM } from '../../tools/lib/host-program.ts';
import { requireFreePort } from '../../tools/lib/ports.ts';
import { start, stop, type Started } from '../../tools/lib/processes.ts';
import { problem, withProgress } from '../../tools/lib/progress.ts';
import { DEMO_VARS } from '../../tools/lib/local-state.ts';
import { readCatalogue } from '../../tools/seed/read-catalogue.ts';
import { synthesizer } from '../../tools/synth/synthesize.ts';
import { folderFor, GUEST, guestCookie, KEY } from '../support/media/media.ts';
import { measureBooks } from './node-books.ts';
import { measureMemory, measureOverload } from './node-load.ts';
import { quantile } from './search/measure.ts';
import { visitMany } from './server-load.mjs';

const PORT = Number(process.env['PORT'] ?? 4375);
const HELLO_PORT = PORT + 1;
const NODE = ['--disable-warning=ExperimentalWarning'];
const [SMALL, LARGE] = ['.cache/node-small', '.cache/node-large'] as const;
const LOAD = { count: 1500, atOnce: 8 };
const ROUNDS = 4;
const QUERIES = 400;
const READERS = 500;
const READ_SECONDS = 20;
/** The best of the peers' shares is 2.4 % of its own hello world. */
const UNCACHED_MIN = 3 * 0.024;
const CACHED_MIN = 0.8;
/** Issue 17, part 2: requests a second on two cores. */
const RATE_BARS = [
  { name: 'uncached home', target: { port: PORT, path: '/', cached: false }, bar: 120 },
  { name: 'uncached film', target: { port: PORT, path: '/movie/52', cached: false }, bar: 150 },
  { name: 'cached home', target: { port: PORT, path: '/', cached: true }, bar: 900 },
];
const SEARCH_MAX_MS = 25;
/** Growth of the resident memory from the first half of the reading to the second. */
const GROWTH_MAX = 1.1;

export interface Bar {
  name: string;
  value: string;
  bar: string;
  isMet: boolean;
}

export async function measureNodeHost(parts: readonly string[], titles: number): Promise<Bar[]> {
  for (const port of [PORT, HELLO_PORT]) await requireFreePort(port);
  await buildForNode();
  const bars: Bar[] = [];
  if (['pages', 'overload', 'memory', 'segments'].some((part) => parts.includes(part))) await prepare(SMALL, 0);
  if (parts.includes('pages')) {
    bars.push(...(await withSite(SMALL, measurePages)));
    bars.push(...(await withSite(SMALL, measureTwoProcesses, ['--processes', '2'])));
  }
  if (parts.includes('overload')) {
    bars.push(
      ...(await withSite(SMALL, async () => {
        const rates = await measureRates(['/', '/movie/52'].map((path) => ({ port: PORT, path, cached: false })));
        return measureOverload(PORT, rates.reduce((sum, rate) => sum + rate, 0) / rates.length);
      })),
    );
  }
  if (parts.includes('memory')) bars.push(await withSite(SMALL, () => measureMemory(PORT)));
  if (parts.includes('segments')) bars.push(await withSite(SMALL, measureSegments));
  if (parts.includes('search')) {
    await prepare(LARGE, titles);
    bars.push(await withSite(LARGE, measureSearch));
  }
  if (parts.includes('books')) bars.push(...(await measureBooks()));
  return bars;
}

/** A data folder with the demo catalogue and so many titles more; kept for the next run. */
async function prepare(folder: string, titles: number): Promise<void> {
  await must('Seeding', [...NODE, 'scripts/seed.ts', '--data', folder]);
  const mark = `${folder}/imported`;
  if (titles === 0 || (existsSync(mark) && readFileSync(mark, 'utf8') === String(titles))) return;
  if (existsSync(mark)) {
    rmSync(folder, { recursive: true });
    cpSync(SMALL, folder, { recursive: true });
  }
  const file = `.cache/synth-${String(titles)}.jsonl`;
  await must('Making titles', ['tools/synth/synth.ts', String(titles), file]);
  await must('Importing them', [...NODE, '--max-semi-space-size=8', 'scripts/import.ts', file, '--data', folder]);
  writeFileSync(mark, String(titles));
}

async function must(label: string, args: string[]): Promise<void> {
  let output = '';
  const { ended } = start('node', args, { onOutput: (text) => (output += text) });
  if ((await withProgress(label, () => ended)) !== 0) throw problem(`${label} failed:\n${output.trim()}`);
}

async function withSite<T>(folder: string, work: () => Promise<T>, more: string[] = []): Promise<T> {
  const program = [...HOST_PROGRAM, '--data', folder, '--port', String(PORT), ...more];
  const site = await untilSays('"started"', program, { ...DEMO_VARS, ...HOST_ENV, MEDIA_SIGNING_KEY: KEY });
  try {
    return await work();
  } finally {
    await stop(site);
  }
}

function untilSays(text: string, args: string[], env: Record<string, string> = {}): Promise<Started> {
  let output = '';
  return new Promise((resolve, reject) => {
    const child = start('node', args, {
      env,
      onOutput: (part) => {
        output += part;
        if (output.includes(text)) resolve(child);
      },
    });
    void child.ended.then(() => reject(problem(`The server ended:\n${output}`)));
  });
}

async function measurePages(): Promise<Bar[]> {
  const code = `require('node:http').createServer((_, answer) => answer.end('hello world')).listen(${String(HELLO_PORT)},
    '127.0.0.1', () => console.log('listens'))`;
  const hello = await untilSays('listens', ['-e', code]);
  const targets = [
    { port: HELLO_PORT, path: '/', cached: true },
    { port: PORT, path: '/version', cached: true },
    { port: PORT, path: '/', cached: true },
    { port: PORT, path: '/', cached: false },
  ];
  let rates: number[];
  try {
    rates = await measureRates(targets);
  } finally {
    await stop(hello);
  }
  const [plain = 0, constant = 0, cached = 0, uncached = 0] = rates;
  const share = (rate: number, of: number) => `${((100 * rate) / of).toFixed(1)} %`;
  return [
    { name: 'hello world of node:http', value: perSecond(plain), bar: '', isMet: true },
    { name: 'a constant of the host', value: perSecond(constant), bar: '', isMet: true },
    {
      name: 'cached home',
      value: `${perSecond(cached)}, ${share(cached, constant)} of the constant`,
      bar: share(CACHED_MIN, 1),
      isMet: cached >= CACHED_MIN * constant,
    },
    {
      name: 'uncached home',
      value: `${perSecond(uncached)}, ${share(uncached, plain)} of node:http's, ${share(uncached, constant)} of the constant`,
      bar: share(UNCACHED_MIN, 1),
      isMet: uncached >= UNCACHED_MIN * plain,
    },
  ];
}

/** Requests a second of each target: medians of rounds in turns, after one that warms up. */
async function measureRates(targets: readonly { port: number; path: string; cached: boolean }[]): Promise<number[]> {
  const rates = targets.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, target] of targets.entries()) {
      const load = target.cached ? LOAD : { ...LOAD, count: LOAD.count / 5 };
      const { times, took } = await visitMany(target, load);
      if (round > 0) rates[index]?.push((times.length * 1000) / took);
    }
  }
  return rates.map((all) => quantile(all, 0.5));
}

const perSecond = (rate: number) => `${String(Math.round(rate))} requests/s`;

async function measureTwoProcesses(): Promise<Bar[]> {
  const rates = await measureRates(RATE_BARS.map(({ target }) => target));
  return RATE_BARS.map(({ name, bar }, index) => {
    const rate = rates[index] ?? 0;
    return { name: `${name}, two processes`, value: perSecond(rate), bar: perSecond(bar), isMet: rate >= bar };
  });
}

async function measureSearch(): Promise<Bar> {
  const make = synthesizer(readCatalogue());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let at = 0; at < QUERIES; at += 1) {
    const { name_fa, name_en } = make(at * 97);
    const name = at % 2 === 0 ? name_fa : name_en;
    const text = encodeURIComponent(name.slice(0, 3 + (at % 9)).trim());
    const started = performance.now();
    await read(`http://127.0.0.1:${String(PORT)}/api/v1/ghost/get/getSearchQuick?query=${text}`, agent);
    times.push(performance.now() - started);
  }
  agent.destroy();
  const p95 = quantile(times.slice(50), 0.95);
  const value = `${p95.toFixed(1)} ms (median ${quantile(times.slice(50), 0.5).toFixed(1)})`;
  return { name: 'search, p95', value, bar: `${String(SEARCH_MAX_MS)} ms`, isMet: p95 <= SEARCH_MAX_MS };
}

async function measureSegments(): Promise<Bar> {
  const folder = await folderFor(GUEST, { expires: Math.floor(Date.now() / 1000) + 3600 });
  const agent = new Agent({ keepAlive: true, maxSockets: READERS });
  const base = `http://127.0.0.1:${String(PORT)}`;
  const until = performance.now() + READ_SECONDS * 1000;
  let [count, bytes] = [0, 0];
  const reader = async (first: number) => {
    for (let at = first; performance.now() < until; at += 1) {
      const url = `${base}${folder}/240p/seg-${String(at % 8)}.m4s`;
      const size = await read(url, agent, { cookie: guestCookie(GUEST) });
      bytes += size;
      count += 1;
    }
  };
  const memory: number[] = [];
  const sampler = setInterval(() => {
    const sample = async () => {
      const text = await (await fetch(`${base}/metrics`)).text();
      memory.push(Number(/pardeh_resident_bytes (\d+)/.exec(text)?.[1]));
    };
    void sample();
  }, 500);
  await Promise.all(Array.from({ length: READERS }, (_, at) => reader(at)));
  clearInterval(sampler);
  agent.destroy();
  // The first quarter fills the caches.
  const settled = memory.slice(Math.floor(memory.length / 4));
  const half = Math.floor(settled.length / 2);
  const [before, after] = [quantile(settled.slice(0, half), 0.5), quantile(settled.slice(half), 0.5)];
  const rate = `${String(Math.round(count / READ_SECONDS))} segments/s, ${(bytes / 1e6 / READ_SECONDS).toFixed(0)} MB/s`;
  const value = `${rate}; memory ${mb(before)}, then ${mb(after)}`;
  return {
    name: `${String(READERS)} readers of segments`,
    value,
    bar: 'flat memory',
    isMet: after <= before * GROWTH_MAX,
  };
}

const mb = (size: number) => `${(size / 1e6).toFixed(0)} MB`;

/** Reads an answer to its end; gives its bytes. */
async function read(url: string, agent: Agent, headers: Record<string, string> = {}): Promise<number> {
  const [answer] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage];
  let bytes = 0;
  answer.on('data', (part: Uint8Array) => (bytes += part.byteLength));
  await once(answer, 'end');
  if (answer.statusCode !== 200) throw problem(`${url} answers ${String(answer.statusCode)}.`);
  return bytes;
}

mkdirSync('.cache', { recursive: true });

// npm run bench:server [-- --host node]: what a page costs the Worker, at 200 and at 100 000 titles, next to a Worker that says hello.
import { cpus, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { stopChildrenOnExit } from '../../tools/lib/processes.ts';
import { command, problem } from '../../tools/lib/progress.ts';
import { writeToDocs } from './report.mjs';
import { quantile, visitMany } from './server-load.mjs';
import { serverMarkdown } from './server-report.mjs';
import { openSites } from './server-sites.mjs';

/** How often the targets take turns; a turn is one request, so that it times a render alone. */
const ROUNDS = 100;
/** Between two requests of a page: its answers are shared for a second (docs/pages.md), and this times their reads, too. */
const ROUND_MS = 1100;
const WARM_UP = 20;
/** For requests per second. */
const LOAD = { count: 400, atOnce: 8 };
/** Addresses, of the large catalogue also where the demo's page is another (issue 33, section 12). */
const PAGES = {
  home: '/',
  title: '/movie/52',
  genre: '/genres/drama',
  'rare genre': '/genres/short',
  'filtered genre': '/genres/drama?country=TR&age=7',
  'filtered kind': '/movie?country=TR&lang=fa&age=3',
  'iranian-actors': '/casts/iranian-actors',
  'foreign-actors': '/casts/foreign-actors',
  directors: '/casts/directors',
  'deep genre': { small: '/genres/drama?page=2', large: '/genres/drama?page=905' },
  'past the end': '/api/v1/titles?genre=drama&page=90000',
  'two frequent facets': '/movie?country=IR&lang=en',
  'sentence suggestions': '/api/v1/ghost/get/getSearchQuick?query=drama%202011',
  'sentence page': '/search/drama%202011',
  'noise suggestions': `/api/v1/ghost/get/getSearchQuick?query=${encodeURIComponent('دانلود فیلم بچه‌های آسمان دوبله فارسی')}`,
  'busiest person': { small: '/cast/15622', large: '/cast/1000104' },
  'sitemap index': '/sitemap.xml',
};

stopChildrenOnExit();
await command(async () => {
  const { titles, write, fresh, host, only } = parseOptions(process.argv.slice(2));
  if (host === 'node') {
    await benchNodeHost(only, titles, write);
    return;
  }
  const { ports, close } = await openSites(titles, fresh);
  try {
    const growth = await renders(ports);
    const loads = await throughput(ports);
    const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${loadavg()[0].toFixed(1)}`;
    const date = new Date().toISOString().slice(0, 10);
    const command = `npm run bench:server${titles === 100_000 ? '' : ` -- --titles ${titles}`}`;
    const { text, ok } = serverMarkdown({ date, machine, command, titles, rounds: ROUNDS, growth, loads });
    console.log(`\n${text}`);
    if (write) writeToDocs(text, 'server');
    if (!ok) process.exitCode = 1;
  } finally {
    await close();
  }
});

/** The bars of the Node host: `--only` names some of pages, search, segments, books. */
async function benchNodeHost(only, titles, write) {
  const { measureNodeHost } = await import('./node-host.ts');
  const bars = await measureNodeHost(only.split(','), titles);
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${loadavg()[0].toFixed(1)}`;
  const command = `npm run bench:server -- --host node --only ${only}`;
  const text = [
    `${new Date().toISOString().slice(0, 10)}, ${machine}, ${titles} titles for search: \`${command}\``,
    '',
    '| | measured | bar | |',
    '| --- | --- | --- | --- |',
    ...bars.map(
      ({ name, value, bar, isMet }) => `| ${name} | ${value} | ${bar} | ${bar && (isMet ? 'met' : 'missed')} |`,
    ),
  ].join('\n');
  console.log(`\n${text}`);
  if (write) writeToDocs(text, 'node-host');
  if (bars.some(({ isMet }) => !isMet)) process.exitCode = 1;
}

/** Times of each page rendered, on both catalogues in turns, so that what else the machine does falls on both. */
async function renders(ports) {
  const rows = Object.entries(PAGES).map(([name, path]) => ({ name, path, small: [], large: [] }));
  for (const { path } of rows) {
    for (const size of ['small', 'large']) {
      await visitMany({ port: ports[size], path: pathFor(path, size), cached: false }, { count: WARM_UP, atOnce: 1 });
    }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const pause = wait(ROUND_MS);
    for (const row of rows) {
      for (const size of round % 2 === 0 ? ['small', 'large'] : ['large', 'small']) {
        const target = { port: ports[size], path: pathFor(row.path, size), cached: false };
        row[size].push(...(await visitMany(target, { count: 1, atOnce: 1 })).times);
      }
    }
    await pause;
  }
  return rows.map(({ name, small, large }) => ({ name, small: times(small), large: times(large) }));
}

/** A text has a method `small`, too. */
const pathFor = (path, size) => (typeof path === 'string' ? path : path[size]);

/** Requests per second and p95 of hello, cached and uncached pages, on both catalogues. */
async function throughput(ports) {
  const targets = [
    { name: 'hello world', port: ports.hello, path: '/', cached: true },
    ...['small', 'large'].flatMap((size) => [
      { name: `cached home, ${size}`, port: ports[size], path: PAGES.home, cached: true },
      ...['home', 'title', 'genre'].map((page) => {
        return { name: `uncached ${page}, ${size}`, port: ports[size], path: PAGES[page], cached: false };
      }),
    ]),
  ];
  const rows = targets.map((target) => ({ ...target, times: [], rates: [] }));
  for (let round = 0; round < 4; round += 1) {
    for (const row of rows) {
      const { times, took } = await visitMany(row, LOAD);
      // The first turn warms up.
      if (round === 0) continue;
      row.times.push(...times);
      row.rates.push((times.length * 1000) / took);
    }
  }
  return rows.map(({ name, times: all, rates }) => ({ name, rate: quantile(rates, 0.5), p95: quantile(all, 0.95) }));
}

function times(values) {
  return { median: quantile(values, 0.5), p95: quantile(values, 0.95) };
}

function parseOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      titles: { type: 'string', default: '100000' },
      write: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      host: { type: 'string', default: 'cloudflare' },
      only: { type: 'string', default: 'pages,segments,search,books' },
    },
  });
  const titles = Number(values.titles);
  if (!Number.isInteger(titles) || titles < 1) throw problem(`--titles is "${values.titles}": not a number of titles.`);
  return { ...values, titles };
}

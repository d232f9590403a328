// npm run bench:live: a hundred viewers of one channel at once, and playlists per second next to a Worker that says hello.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { buildIfNeeded } from '../../tools/lib/build.ts';
import { ensureLocalVars, seed } from '../../tools/lib/local-state.ts';
import { requireFreePort } from '../../tools/lib/ports.ts';
import { stopChildrenOnExit } from '../../tools/lib/processes.ts';
import { command, problem, withProgress } from '../../tools/lib/progress.ts';
import { serve } from '../../tools/lib/serve.ts';
import { writeToDocs } from './report.mjs';
import { addSubscribers, describeSharedCache, measureSharedCache, toFileName } from './shared-cache.mjs';
import { quantile } from './server-load.mjs';

const PORTS = { hello: 4376, site: 4377 };
const [SEEDED, STATE, HELLO] = ['seed', 'live', 'hello'].map((name) => `.wrangler/bench-${name}`);
const VARS = '.wrangler/bench.vars';
const CHANNEL = 401;
const VIEWERS = 100;
const REFRESHES = 8;
const REFRESH_MS = 4000;
const ROUNDS = 6;
const PER_ROUND = 400;
const AT_ONCE = 16;
/** Segments by what the Cache-Status of their answers says: a hit needed no read from storage. */
const statuses = { hit: 0, read: 0, files: new Set() };

stopChildrenOnExit();
await command(async () => {
  const { servers, tokens } = await open();
  try {
    const site = `http://127.0.0.1:${PORTS.site}`;
    const shared = await withProgress('Viewers with signatures of their own', () => measureSharedCache(site, tokens));
    const watched = await withProgress(`${VIEWERS} viewers`, () =>
      Promise.all(Array.from({ length: VIEWERS }, () => watch(site))),
    );
    const { playlist } = await tuneIn(site);
    const rates = { playlist: [], hello: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.hello.push(await perSecond(`http://127.0.0.1:${PORTS.hello}/`));
      rates.playlist.push(await perSecond(playlist));
    }
    report(watched.flat(), rates, statuses, shared);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
});

async function open() {
  for (const port of Object.values(PORTS)) await requireFreePort(port);
  await buildIfNeeded();
  ensureLocalVars(VARS);
  await seed(SEEDED);
  rmSync(STATE, { recursive: true, force: true });
  cpSync(SEEDED, STATE, { recursive: true });
  mkdirSync(HELLO, { recursive: true });
  writeFileSync(
    `${HELLO}/wrangler.json`,
    JSON.stringify({ name: 'hello', main: 'hello.js', compatibility_date: '2026-10-01' }),
  );
  writeFileSync(`${HELLO}/hello.js`, "export default { fetch: () => new Response('hello world') };\n");
  const hello = await serve({
    port: PORTS.hello,
    stateDir: `${HELLO}/state`,
    envFile: VARS,
    config: `${HELLO}/wrangler.json`,
  });
  const tokens = await addSubscribers(STATE);
  return { servers: [hello, await serve({ port: PORTS.site, stateDir: STATE, envFile: VARS })], tokens };
}

/** Asks for a channel as the player does. */
async function tuneIn(site) {
  const answer = JSON.parse(await text(`${site}/api/v1/channels/${CHANNEL}/play`));
  const manifest = answer.data.manifest_url.replace(/^https?:\/\/[^/]+/, site);
  const master = await text(manifest);
  const rung = /^v\d+\.m3u8$/m.exec(master)?.[0];
  return { playlist: new URL(rung, manifest).href, sound: new URL('audio.m3u8', manifest).href };
}

/** One viewer's minute. @returns {Promise<number[]>} how long each playlist took, ms */
async function watch(site) {
  await wait(Math.random() * REFRESH_MS);
  const { playlist, sound } = await tuneIn(site);
  const loaded = new Set();
  const times = [];
  for (let refresh = 0; refresh < REFRESHES; refresh += 1) {
    for (const address of [playlist, sound]) {
      const started = performance.now();
      const parts = (await text(address)).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      times.push(performance.now() - started);
      const next = parts.at(-1);
      if (next === undefined) throw problem(`${address} is empty.`);
      if (!loaded.has(next)) await loadSegment(new URL(next, address).href);
      loaded.add(next);
    }
    await wait(REFRESH_MS);
  }
  return times;
}

async function loadSegment(address) {
  const { headers } = await load(address);
  statuses.files.add(toFileName(new URL(address)));
  statuses[/;\s*hit\b/.test(headers.get('cache-status') ?? '') ? 'hit' : 'read'] += 1;
}

async function text(address) {
  return (await load(address)).body;
}

async function load(address) {
  const response = await fetch(address);
  const body = await response.text();
  if (!response.ok) throw problem(`${address} answers ${response.status}: ${body.slice(0, 200)}`);
  return { body, headers: response.headers };
}

async function perSecond(address) {
  let left = PER_ROUND;
  const started = performance.now();
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await text(address);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return (PER_ROUND / (performance.now() - started)) * 1000;
}

function report(times, { playlist, hello }, { hit, read, files }, shared) {
  const segments = hit + read;
  const [ours, theirs] = [quantile(playlist, 0.5), quantile(hello, 0.5)];
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${loadavg()[0].toFixed(1)}`;
  const lines = [
    `${new Date().toISOString().slice(0, 10)}, ${machine}: \`npm run bench:live\``,
    '',
    '| | |',
    '| --- | --- |',
    `| viewers at once, failed requests | ${VIEWERS}, 0 |`,
    `| playlists, median and 95 % | ${quantile(times, 0.5).toFixed(0)} ms, ${quantile(times, 0.95).toFixed(0)} ms |`,
    `| their requests of segments, segments, reads from storage, hit rate | ${segments}, ${files.size}, ${read}, ${((100 * hit) / segments).toFixed(1)} % |`,
    ...describeSharedCache(shared),
    `| playlists per second | ${ours.toFixed(0)} |`,
    `| hello-world per second | ${theirs.toFixed(0)} |`,
    `| ratio | ${(ours / theirs).toFixed(2)} |`,
  ];
  console.log(`\n${lines.join('\n')}`);
  if (process.argv.includes('--write')) writeToDocs(lines.join('\n'), 'live');
}

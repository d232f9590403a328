// Of npm run bench:server -- --host node: twice the visitors that the host can serve (part `overload`), and its memory
// after many pages (part `memory`).
import { Agent, get } from 'node:http';
import { quantile } from './search/measure.ts';

/** Issue 33, section 12. */
const MAX_ANSWERED_MS = 1000;
const MAX_IN_FLIGHT = 64;
const MAX_RESIDENT_MB = 400;
const OVERLOAD = 2;
const OVERLOAD_SECONDS = 20;
const WATCH_EVERY_MS = 200;
const PAGES = 20_000;
const PAGES_AT_ONCE = 8;
const MIB = 2 ** 20;

export interface LoadBar {
  name: string;
  value: string;
  bar: string;
  isMet: boolean;
}

interface Answer {
  status: number;
  milliseconds: number;
}

/** Each visit has a host of its own, which is part of the edge cache's key: the page is rendered. */
let visits = Math.floor(Math.random() * 2 ** 23);

function visit(port: number, path: string, agent: Agent, isNew = true): Promise<Answer> {
  visits += 1;
  const address = isNew ? [16, 8, 0].map((bits) => (visits >> bits) & 255).join('.') : '0.0.1';
  const headers = { host: `127.${address}:${String(port)}`, accept: 'text/html', 'accept-encoding': 'br' };
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, milliseconds: performance.now() - started }));
      answer.on('error', reject);
    });
    request.on('error', reject);
  });
}

async function readGauge(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text();
  return Number(new RegExp(`^pardeh_${name} (.+)$`, 'm').exec(text)?.[1]);
}

/** `rate`: pages a second that the host renders, measured in the same run. Viewers call the API meanwhile. */
export async function measureOverload(port: number, rate: number): Promise<LoadBar[]> {
  const agent = new Agent({ keepAlive: true });
  const answers: Promise<Answer>[] = [];
  const calls: number[] = [];
  const renders: number[] = [];
  const until = performance.now() + OVERLOAD_SECONDS * 1000;
  const watch = async () => {
    const agent = new Agent({ keepAlive: true });
    while (performance.now() < until) {
      calls.push((await visit(port, '/api/v1/plans', agent, false)).milliseconds);
      renders.push(await readGauge(port, 'renders_running'));
      await new Promise((resolve) => setTimeout(resolve, WATCH_EVERY_MS));
    }
    agent.destroy();
  };
  const watching = watch();
  const began = performance.now();
  while (performance.now() < until) {
    const due = ((performance.now() - began) / 1000) * rate * OVERLOAD;
    while (answers.length < due) answers.push(visit(port, answers.length % 2 === 0 ? '/' : '/movie/52', agent));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await watching;
  const all = await Promise.all(answers);
  agent.destroy();
  const served = all.filter(({ status }) => status === 200).map(({ milliseconds }) => milliseconds);
  const shed = all.filter(({ status }) => status === 503).length;
  const p95 = quantile(served, 0.95);
  const inFlight = Math.max(...renders);
  const counts = `${String(all.length)} visits, ${String(served.length)} served, ${String(shed)} told to come again`;
  return [
    {
      name: `pages at ${String(OVERLOAD)} × what the host renders (${String(Math.round(rate))} a second), p95`,
      value: `${p95.toFixed(0)} ms (${counts})`,
      bar: `${String(MAX_ANSWERED_MS)} ms, nothing else`,
      isMet: p95 <= MAX_ANSWERED_MS && served.length + shed === all.length,
    },
    {
      name: 'pages in progress meanwhile, at most',
      value: String(inFlight),
      bar: String(MAX_IN_FLIGHT),
      isMet: inFlight <= MAX_IN_FLIGHT,
    },
    {
      name: "a viewer's calls meanwhile, p95",
      value: `${quantile(calls, 0.95).toFixed(0)} ms`,
      bar: `${String(MAX_ANSWERED_MS)} ms`,
      isMet: quantile(calls, 0.95) <= MAX_ANSWERED_MS,
    },
  ];
}

/** Resident memory after 20,000 rendered pages, each stored. */
export async function measureMemory(port: number): Promise<LoadBar> {
  const agent = new Agent({ keepAlive: true, maxSockets: PAGES_AT_ONCE });
  let count = 0;
  const lane = async () => {
    while (count < PAGES) {
      count += 1;
      await visit(port, count % 2 === 0 ? '/' : '/movie/52', agent);
    }
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, lane));
  agent.destroy();
  const read = async (name: string) => (await readGauge(port, name)) / MIB;
  const [resident, used, external] = [
    await read('resident_bytes'),
    await read('heap_used_bytes'),
    await read('external_bytes'),
  ];
  return {
    name: `resident memory after ${String(PAGES)} pages`,
    value: `${resident.toFixed(0)} MiB (heap in use ${used.toFixed(0)}, buffers ${external.toFixed(0)})`,
    bar: `${String(MAX_RESIDENT_MB)} MiB`,
    isMet: resident <= MAX_RESIDENT_MB,
  };
}

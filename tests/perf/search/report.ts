import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Filled } from './database.ts';
import { quantile, type Took } from './measure.ts';

const PAGE = 'docs/benchmarks.md';
const [BEGIN, END] = ['<!-- bench:search -->', '<!-- /bench:search -->'];
/** Milliseconds (issue 3, section 3). */
const BARS = { p50: 8, p95: 25 };

export interface Measured {
  name: string;
  times: readonly Took[];
}

interface Report {
  titles: number;
  filled: Filled;
  measured: readonly Measured[];
  like: readonly Took[];
  /** Of the machine, before measuring. */
  load: number;
  args: readonly string[];
}

/** The result as Markdown, and whether the bars are met. */
export function report({ titles, filled, measured, like, load, args }: Report): { text: string; met: boolean } {
  const all = { name: '**all**', times: measured.flatMap(({ times }) => times) };
  const api = all.times.map((took) => took.api);
  const met = quantile(api, 0.5) <= BARS.p50 && quantile(api, 0.95) <= BARS.p95;
  const sizes = Object.entries(filled.bytes).map(([name, bytes]) => `${name} ${(bytes / 1e6).toFixed(1)} MB`);
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${String(cpus().length)} cores (${cpus()[0]?.model ?? ''}), load ${load.toFixed(1)}`;
  const command = ['npm run bench:search', ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
  const written = `written in ${filled.seconds.toFixed(0)} s`;
  const text = [
    `${date}, ${machine}: \`${command}\``,
    '',
    `${String(titles)} titles and ${String(filled.rows - titles)} people, ${written}; ${sizes.join(', ')}.`,
    '',
    row(['Queries', 'number', 'API p50 ms', 'API p95 ms', 'API most ms', 'client p50 ms', 'client p95 ms']),
    row(Array<string>(7).fill('---')),
    ...[...measured, all, { name: 'LIKE', times: like }].map(line),
    '',
    met ? 'Both bars are met.' : 'A bar is missed.',
  ].join('\n');
  return { text, met };
}

function line({ name, times }: Measured): string {
  const [api, client] = [times.map((took) => took.api), times.map((took) => took.client)];
  const values = [quantile(api, 0.5), quantile(api, 0.95), Math.max(...api)];
  const seen = [quantile(client, 0.5), quantile(client, 0.95)];
  return row([name, String(times.length), ...[...values, ...seen].map((value) => value.toFixed(1))]);
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Puts a report between the markers of docs/benchmarks.md. */
export function writeToDocs(text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`${PAGE} has no ${BEGIN} … ${END}.`);
  writeFileSync(PAGE, `${page.slice(0, begin + BEGIN.length)}\n\n${text}\n\n${page.slice(end)}`);
}

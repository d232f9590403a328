import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Filled } from './database.ts';
import { quantile } from './measure.ts';

const PAGE = 'docs/benchmarks.md';
const [BEGIN, END] = ['<!-- bench:search -->', '<!-- /bench:search -->'];
/** Milliseconds (issue 3, section 3). */
const BARS = { p50: 8, p95: 25 };

export interface Measured {
  name: string;
  /** Milliseconds of each query. */
  times: number[];
}

interface Report {
  titles: number;
  filled: Filled;
  measured: Measured[];
  like: number[];
  nothing: number[];
  /** Of the machine, before measuring. */
  load: number;
  args: string[];
}

/** The result as Markdown, with whether the bars are met. */
export function report({ titles, filled, measured, like, nothing, load, args }: Report): string {
  const all = { name: '**all**', times: measured.flatMap(({ times }) => times) };
  const [p50, p95] = [quantile(all.times, 0.5), quantile(all.times, 0.95)];
  const sizes = Object.entries(filled.bytes).map(([name, bytes]) => `${name} ${(bytes / 1e6).toFixed(1)} MB`);
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${String(cpus().length)} cores (${cpus()[0]?.model ?? ''}), load ${load.toFixed(1)}`;
  const command = ['npm run bench:search', ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
  return [
    `${date}, ${machine}: \`${command}\``,
    '',
    `${String(titles)} titles and ${String(filled.rows - titles)} people, written in ${filled.seconds.toFixed(0)} s; ${sizes.join(', ')}.`,
    '',
    row(['Queries', 'number', 'p50 ms', 'p95 ms', 'most ms']),
    row(['---', '---', '---', '---', '---']),
    ...[...measured, all, { name: 'LIKE', times: like }, { name: 'an answer of nothing', times: nothing }].map(line),
    '',
    p50 <= BARS.p50 && p95 <= BARS.p95
      ? `Both bars are met (p50 ≤ ${String(BARS.p50)} ms, p95 ≤ ${String(BARS.p95)} ms).`
      : `Missed: p50 ≤ ${String(BARS.p50)} ms and p95 ≤ ${String(BARS.p95)} ms are the bars.`,
  ].join('\n');
}

function line({ name, times }: Measured): string {
  const values = [quantile(times, 0.5), quantile(times, 0.95), Math.max(...times)];
  return row([name, String(times.length), ...values.map((value) => value.toFixed(1))]);
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

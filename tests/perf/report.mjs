import { readFileSync, writeFileSync } from 'node:fs';
import { problem } from '../../tools/lib/progress.ts';

const PAGE = 'docs/benchmarks.md';
const COLUMNS = ['Page', 'FCP ms', 'LCP ms', 'CLS', 'TBT ms', 'HTML', 'CSS', 'script', 'fonts', 'images', 'all'];

/**
 * @typedef {{name: string, floor?: string, medians: import('./load.mjs').Measured,
 *   noScript: {text: number, links: number}, verdicts: ReturnType<typeof import('./bars.mjs').judge>}} Row
 * @typedef {{date: string, machine: string, chromium: string, command: string, runs: number, rows: Row[]}} Report
 */

/** The report as Markdown. @param {Report} report */
export function markdown({ date, machine, chromium, command, runs, rows }) {
  const head = [...COLUMNS, 'requests', 'text and links without JS', 'LCP element'];
  return [
    `${date}, ${machine}, Chromium ${chromium}, medians of ${runs}: \`${command}\``,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map((row) => line(cells(row))),
    '',
    ...verdictLines(rows),
  ].join('\n');
}

function cells({ name, medians, noScript }) {
  const { fcp, lcp, cls, tbt, html, css, script, font, image, totalBytes, requests, lcpElement } = medians;
  const sizes = [html, css, script, font, image, totalBytes].map((bytes) => (bytes / 1000).toFixed(1));
  const times = [Math.round(fcp), Math.round(lcp), cls.toFixed(3), Math.round(tbt)];
  return [name, ...times, ...sizes, requests, `${share(noScript, medians)}`, code(lcpElement)];
}

/** How much of a page is there without JavaScript. */
function share(without, withScript) {
  const percent = (key) => `${Math.round((100 * without[key]) / Math.max(1, withScript[key]))} %`;
  return `${percent('text')}, ${percent('links')}`;
}

function code(text) {
  return `\`${text.replaceAll('|', '/')}\``;
}

function line(items) {
  return `| ${items.join(' | ')} |`;
}

function verdictLines(rows) {
  const all = rows.flatMap(({ name, verdicts }) => verdicts.map((verdict) => ({ name, ...verdict })));
  if (all.length === 0) return ['The floor alone: nothing to judge.'];
  const missed = all.filter(({ ok }) => !ok);
  if (missed.length === 0) return [`All ${all.length} bars are met.`];
  const list = missed.map(({ name, bar, value, limit }) => `- ${name}: ${bar} ${value}, bar ${limit}`);
  return [`${missed.length} of ${all.length} bars are missed:`, '', ...list];
}

/** Puts a report between its markers in docs/benchmarks.md. @param {string} text Markdown @param {string} bench `pages` */
export function writeToDocs(text, bench) {
  const [opening, closing] = [`<!-- bench:${bench} -->`, `<!-- /bench:${bench} -->`];
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [page.indexOf(opening), page.indexOf(closing)];
  if (begin === -1 || end < begin) throw problem(`${PAGE} has no ${opening} … ${closing}.`);
  writeFileSync(PAGE, `${page.slice(0, begin + opening.length)}\n\n${text}\n\n${page.slice(end)}`);
}

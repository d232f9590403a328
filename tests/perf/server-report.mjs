/** How much longer a page may take to render with the large catalogue (issue 3, section 4). */
const GROWTH_MAX = 1.5;
/** The same for pages that skip, search or count much (issue 33, section 12). */
const DEEP_GROWTH_MAX = 2;
const DEEP = new Set([
  ...['deep genre', 'past the end', 'two frequent facets', 'sentence suggestions', 'sentence page'],
  ...['noise suggestions', 'busiest person', 'sitemap index'],
]);
/** Requests per second on two cores, at the demo catalogue (issue 17). */
const RATES_MIN = { 'cached home, small': 900, 'uncached home, small': 120, 'uncached title, small': 150 };

/**
 * @typedef {{median: number, p95: number}} Times ms
 * @typedef {{name: string, small: Times, large: Times}} Growth
 * @typedef {{name: string, rate: number, p95: number}} Rate requests a second; ms
 */

/**
 * The report as Markdown, and whether the bar is met.
 * @param {{date: string, machine: string, command: string, titles: number, rounds: number, growth: Growth[],
 *   loads: Rate[]}} report
 * @returns {{text: string, ok: boolean}}
 */
export function serverMarkdown({ date, machine, command, titles, rounds, growth, loads }) {
  const [hello] = loads;
  const missed = growth.filter(
    ({ name, small, large }) => large.median / small.median > (DEEP.has(name) ? DEEP_GROWTH_MAX : GROWTH_MAX),
  );
  const slow = loads.filter(({ name, rate }) => rate < (RATES_MIN[name] ?? 0));
  const text = [
    `${date}, ${machine}, small: the demo catalogue, large: ${titles} titles more: \`${command}\``,
    '',
    line(['Uncached page', 'small ms', 'p95', 'large ms', 'p95', 'growth']),
    line(Array(6).fill('---')),
    ...growth.map(({ name, small, large }) =>
      line([name, ...[small.median, small.p95, large.median, large.p95].map(short), ratio(large.median, small.median)]),
    ),
    '',
    line(['Page', 'requests/s', 'bar', 'share of hello', 'p95 ms', '× hello']),
    line(Array(6).fill('---')),
    ...loads.map(({ name, rate, p95 }) =>
      line([
        ...[name, Math.round(rate), RATES_MIN[name] ?? ''],
        ...[ratio(rate, hello.rate), short(p95), ratio(p95, hello.p95)],
      ]),
    ),
    '',
    missed.length === 0
      ? `Medians of ${rounds} rounds in turns. No page grows more than ${GROWTH_MAX} ×, no deep one more than ${DEEP_GROWTH_MAX} ×: the bars are met.`
      : `Grows more than its bar: ${missed.map(({ name }) => name).join(', ')}.`,
    slow.length === 0 ? 'Every rate is met.' : `Slower than its bar: ${slow.map(({ name }) => name).join(', ')}.`,
  ].join('\n');
  return { text, ok: missed.length === 0 && slow.length === 0 };
}

function line(cells) {
  return `| ${cells.join(' | ')} |`;
}

function short(value) {
  return value.toFixed(1);
}

function ratio(value, base) {
  return (value / base).toFixed(2);
}

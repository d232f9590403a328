/** @typedef {import('./load.mjs').Measured} Measured */

/** Bytes of brotli; 1 KB is taken as 1000 bytes. */
const LIMITS = { html: 20_000, css: 12_000, script: 6_000 };
const CLS_LIMIT = 0.01;
const TBT_LIMIT_MS = 50;
/** How many of what should not be are named. */
const NAMED = 3;
/** The floor that a kind of page is compared to, and how many times its FCP and LCP it may take. */
const PICTURES = { floor: 'floor', fcp: 1.15, lcp: 1.0 };
const TITLE = { floor: 'floor-title', fcp: 1.15, lcp: 1.15 };
const COMPARED = { home: PICTURES, genre: PICTURES, casts: PICTURES, search: PICTURES, film: TITLE, series: TITLE };

/**
 * The verdicts on one page (issue 2, section 7).
 * @param {string} kind of the page
 * @param {Measured} page medians
 * @param {Record<string, Measured>} floors medians of the same run, by name
 * @returns {{bar: string, value: string, limit: string, ok: boolean}[]}
 */
export function judge(kind, page, floors) {
  const { floor, fcp, lcp } = COMPARED[kind];
  const sizes = Object.entries(LIMITS).map(([key, limit]) => atMost(key, page[key], limit, kilobytes));
  return [
    ...sizes,
    atMost('FCP', page.fcp, fcp * floors[floor].fcp, milliseconds),
    atMost('LCP', page.lcp, lcp * floors[floor].lcp, milliseconds),
    atMost('CLS', page.cls, CLS_LIMIT, (value) => value.toFixed(3)),
    atMost('TBT', page.tbt, TBT_LIMIT_MS, milliseconds),
    none('third parties', page.thirdParty),
    none('broken requests', page.broken),
    none('script errors', page.errors),
  ];
}

function atMost(bar, value, limit, format) {
  return { bar, value: format(value), limit: format(limit), ok: value <= limit };
}

function none(bar, match) {
  const examples = match.length > 0 ? ` (${match.slice(0, NAMED).join(', ')})` : '';
  return { bar, value: `${match.length}${examples}`, limit: '0', ok: match.length === 0 };
}

/** @param {number} bytes @returns {string} in kB with one decimal */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function milliseconds(value) {
  return `${Math.round(value)} ms`;
}

/**
 * The median of each number over some loads; lists are joined (no load may have a broken request), texts are the
 * last load's.
 * @param {Measured[]} loads at least one
 * @returns {Measured}
 */
export function medians(loads) {
  const last = loads.at(-1);
  const entries = Object.keys(last).map((key) => {
    const values = loads.map((load) => load[key]);
    if (typeof last[key] === 'number') return [key, median(values)];
    return [key, Array.isArray(last[key]) ? [...new Set(values.flat())] : last[key]];
  });
  return Object.fromEntries(entries);
}

/** @param {number[]} values at least one; of an even number, the mean of the two in the middle */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/* global document, PerformanceObserver, window */

/** Anything of the main thread over this counts as blocking (TBT). Milliseconds. */
const LONG_TASK_MS = 50;
/** CLS: shifts less than a second apart, and at most five seconds in all, are one window. Milliseconds. */
const WINDOW_GAP_MS = 1000;
const WINDOW_MS = 5000;

/** Runs in the page before anything of its own: notes what the browser reports. Stands alone. */
export function watchVitals() {
  if (window.top !== window) return;
  const seen = { fcp: null, lcp: null, shifts: [], tasks: [] };
  window.__vitals = seen;
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  watch('largest-contentful-paint', ({ startTime, element, url }) => {
    const path = url ? new URL(url).pathname : '';
    const name = element ? element.tagName.toLowerCase() + (element.id ? `#${element.id}` : '') : '';
    seen.lcp = { time: startTime, element: `${name} ${path}`.trim() };
  });
  watch('layout-shift', ({ startTime, value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shifts.push({ time: startTime, value });
  });
  watch('longtask', ({ startTime, duration }) => seen.tasks.push({ time: startTime, duration }));
}

/** Runs in the page: what was noted, and how much text and how many links there are. Stands alone. */
export function readPage() {
  const text = document.body.innerText.replace(/\s+/g, ' ').trim();
  return { vitals: window.__vitals, text: text.length, links: document.links.length };
}

/**
 * @param {{fcp: number | null, lcp: {time: number, element: string} | null, shifts: {time: number, value: number}[],
 *   tasks: {time: number, duration: number}[]}} seen
 * @returns {{fcp: number, lcp: number, lcpElement: string, cls: number, tbt: number}} times in ms
 */
export function summarise({ fcp, lcp, shifts, tasks }) {
  if (fcp === null || lcp === null) throw new Error('The page painted nothing.');
  return {
    fcp,
    lcp: lcp.time,
    lcpElement: lcp.element,
    cls: layoutShift(shifts),
    tbt: blockingTime(tasks, fcp),
  };
}

/** The worst session window of layout shifts. @param {{time: number, value: number}[]} shifts in order of time */
function layoutShift(shifts) {
  let [worst, sum, first, last] = [0, 0, -Infinity, -Infinity];
  for (const { time, value } of shifts) {
    const same = time - last < WINDOW_GAP_MS && time - first < WINDOW_MS;
    if (!same) first = time;
    sum = same ? sum + value : value;
    last = time;
    worst = Math.max(worst, sum);
  }
  return worst;
}

/** The time after the first paint in which long tasks would have held up a touch. @param {number} fcp ms */
function blockingTime(tasks, fcp) {
  return tasks.reduce((sum, { time, duration }) => {
    const after = time + duration - Math.max(time, fcp);
    return sum + Math.max(0, after - LONG_TASK_MS);
  }, 0);
}

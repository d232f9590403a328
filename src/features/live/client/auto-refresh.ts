import { getServerTime } from '../../../platform/client/server-clock.ts';

/** Milliseconds between two tries, whatever the visitor's clock says; and a spread over the pages. */
const RETRY_DELAY_MS = 60_000;
const SPREAD_MS = 20_000;
const LINE_MS = 30_000;
const MAX_TIMER_MS = 2 ** 31 - 1;

let timer: ReturnType<typeof setTimeout> | undefined;

function parts(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-valid-until]')];
}

function wait(atLeast: number): void {
  clearTimeout(timer);
  const until = Math.min(...parts().map((part) => Number(part.dataset['validUntil']))) * 1000;
  if (!Number.isFinite(until)) return;
  const delay = until - getServerTime() * 1000 + Math.random() * SPREAD_MS;
  timer = setTimeout(() => void refresh(), Math.min(Math.max(delay, atLeast), MAX_TIMER_MS));
}

async function refresh(): Promise<void> {
  if (document.hidden) return;
  try {
    // The browser's own copy is the one that has expired.
    const response = await fetch(location.href, { cache: 'no-cache' });
    if (response.ok) replace(new DOMParser().parseFromString(await response.text(), 'text/html'));
  } catch {
    // Without a network the page stays as it is.
  }
  wait(RETRY_DELAY_MS);
}

function replace(fresh: Document): void {
  for (const part of parts()) {
    const successor = fresh.getElementById(part.id);
    if (!successor || part.contains(document.activeElement)) continue;
    part.replaceWith(document.adoptNode(successor));
  }
  showNow();
}

/** On the day's timeline; an attribute, since the policy allows no inline style. */
function drawLine(): void {
  const scale = document.querySelector<SVGElement>('[data-from]');
  const line = scale?.querySelector('.guide-line');
  if (!scale || !line) return;
  const [from, to] = [Number(scale.dataset['from']), Number(scale.dataset['to'])];
  const y = `${String(((getServerTime() - from) / (to - from)) * 100)}%`;
  line.setAttribute('y1', y);
  line.setAttribute('y2', y);
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) wait(0);
});
wait(0);
showNow();
setInterval(drawLine, LINE_MS);

/** Scrolls a guide that neither the visitor nor the engine has scrolled (`scroll-initial-target`). */
function showNow(): void {
  drawLine();
  const guide = document.querySelector<HTMLElement>('[data-guide]');
  const now = guide?.querySelector<HTMLElement>('[aria-current]');
  // Its place in the list does not depend on the offset, which the engine may change between two readings.
  if (guide && now && guide.scrollTop === 0) guide.scrollTop = now.offsetTop;
}

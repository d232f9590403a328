/**
 * Keeps a page right that stays open: when the programme that an element shows has ended (`data-valid-until`, epoch
 * seconds), the page is fetched anew and that element replaced. A page that nobody looks at waits until somebody does;
 * one whose focus is in the element, until it is elsewhere.
 */
import { showNow } from './show-now.ts';

/** Between two tries, whatever the visitor's clock says. */
const AGAIN_MS = 60_000;
/** Not every open page asks at the same second. */
const SPREAD_MS = 20_000;
const LONGEST_MS = 2 ** 31 - 1;

let timer: ReturnType<typeof setTimeout> | undefined;

function parts(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-valid-until]')];
}

function wait(atLeast: number): void {
  clearTimeout(timer);
  const until = Math.min(...parts().map((part) => Number(part.dataset['validUntil']))) * 1000;
  if (!Number.isFinite(until)) return;
  const delay = until - Date.now() + Math.random() * SPREAD_MS;
  timer = setTimeout(() => void refresh(), Math.min(Math.max(delay, atLeast), LONGEST_MS));
}

async function refresh(): Promise<void> {
  // The listener below begins again.
  if (document.hidden) return;
  try {
    const response = await fetch(location.href);
    if (response.ok) replace(new DOMParser().parseFromString(await response.text(), 'text/html'));
  } catch {
    // Without a network the page stays as it is; the next try comes.
  }
  wait(AGAIN_MS);
}

function replace(fresh: Document): void {
  for (const part of parts()) {
    const successor = fresh.getElementById(part.id);
    if (!successor || part.contains(document.activeElement)) continue;
    part.replaceWith(document.adoptNode(successor));
  }
  showNow();
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) wait(0);
});
wait(0);
showNow();

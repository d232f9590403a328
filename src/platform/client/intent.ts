import { AWAKE_EVENT } from './events.ts';

/** Hydrates on intent; repeats a held click after AWAKE_EVENT. Inlined in every page: below 1.2 kB minified. */
export interface Intent {
  on?: string | undefined;
  hash?: string[] | undefined;
  /** Wakes at once: the island has nothing to show before. */
  now?: boolean | undefined;
}

type Load = () => Promise<() => Promise<void>>;

const HELD = ':is(button,summary):not([data-modal])';
const NATIVE = '[data-native],[popovertarget]';
const WAKING = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'click'];
const RELOAD_KEY = 'chunk-reload';
const RELOAD_MS = 60_000;

export function parseIntent(value: string | true | Intent): Intent {
  return typeof value === 'object' ? value : { on: value === true ? '' : value };
}

/** False for a click that opens a tab or a menu. */
export function isPlain(event: Partial<MouseEvent>): boolean {
  return !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

/** Spec 8.12: at most one reload in 60 s. `last` comes from sessionStorage. */
export function mayReload(now: number, last: string | null): boolean {
  return now - Number(last) >= RELOAD_MS;
}

/** True if the page may be loaded again, which counts as done. Without storage, a page that was just reloaded is not. */
export function takeReload(): boolean {
  try {
    const mayNow = mayReload(Date.now(), sessionStorage.getItem(RELOAD_KEY));
    if (mayNow) sessionStorage.setItem(RELOAD_KEY, `${Date.now()}`);
    return mayNow;
  } catch {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return entry?.type !== 'reload';
  }
}

export default function intent(load: Load, { value }: { value: string | true | Intent }, island: HTMLElement): void {
  const { on, hash, now } = parseIntent(value);
  const scope: EventTarget = on ? document : island;
  let clickTarget: HTMLElement | null | undefined;
  let asleep = true;
  let awake = false;
  let touched = false;

  const handleEvent = (event: Event) => {
    const target = event.target;
    if (awake || !(target instanceof Element) || (on && !target.closest(on))) return;
    touched ||= event.type !== 'pointerover';
    if (event.type === 'click' && !event.defaultPrevented && isPlain(event)) {
      const element = target.closest<HTMLElement>(`:is(${on || HELD}):not(${NATIVE})`);
      if (element) {
        event.preventDefault();
        if (clickTarget) clickTarget.ariaBusy = null;
        clickTarget = element;
        clickTarget.ariaBusy = 'true';
      }
    }
    void wake();
  };

  const readHash = () => {
    // A page that is rendered ahead opens nothing before it is shown.
    if (!document.prerendering && hash?.includes(location.hash)) void wake(true);
  };

  const wake = async (isUnasked?: boolean) => {
    if (!asleep) return;
    asleep = false;
    let failed = false as boolean;
    island.addEventListener('astro:hydration-error', () => (failed = true));
    const hydrate = await load();
    await new Promise((resolve) => {
      island.addEventListener(AWAKE_EVENT, resolve);
      setTimeout(resolve, failed ? 0 : 2000);
      void hydrate();
    });
    awake = true;
    if (clickTarget) clickTarget.ariaBusy = null;
    // A typed text is not lost: its form works by itself.
    const isTyped = () => [...island.querySelectorAll('input')].some((field) => field.value !== field.defaultValue);
    const needsReload =
      failed && navigator.onLine && (touched || isUnasked) && !clickTarget?.closest('a,form') && !isTyped();
    if (needsReload && takeReload()) location.reload();
    // After a failure a link is followed and a form is sent.
    clickTarget?.click();
    clickTarget = null;
    awake = !failed;
    asleep = failed;
    if (now) island.toggleAttribute('data-failed', failed);
  };

  for (const type of WAKING) scope.addEventListener(type, handleEvent, true);
  addEventListener('hashchange', readHash);
  document.addEventListener('prerenderingchange', readHash);
  readHash();
  if (now) void wake(true);
}

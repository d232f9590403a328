import { AWAKE_EVENT } from './events.ts';

/**
 * The client directive `client:intent`: nothing loads until the visitor is about to use the island.
 *
 * - `client:intent` wakes on the first pointer, touch, focus or key inside the island.
 * - `client:intent="[data-modal]"` wakes on the same over any element of the document that matches.
 * - `client:intent={{ on: '[data-modal]', hash: ['#login'] }}` also wakes where the address has such a hash.
 *
 * A click that comes while the code loads is held, and given again once the island is awake, which the island says by
 * the event `pardeh:awake` (see use-awake.ts). Enter in a form is a click too: browsers click its submit button.
 * What is typed stays in the field, since the island hydrates the same node.
 * The held element is `aria-busy` meanwhile. This file is inlined in every page: keep it under 1.2 KB minified.
 */
export interface Intent {
  on?: string | undefined;
  hash?: string[] | undefined;
}

type Load = () => Promise<() => Promise<void>>;

/** What an island handles by itself. What has `data-modal` is the modal host's; what `data-native` marks is quicker as it is. */
const HELD = ':is(button,summary):not([data-modal])';
/** What the browser does well by itself, at once. */
const NATIVE = '[data-native],[popovertarget]';
/** A touch is a pointer too. */
const WAKING = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'click'];
export const RELOAD_KEY = 'chunk-reload';
const RELOAD_MS = 60_000;

/** The directive's value in its object form. Astro gives `true` or '' for a bare `client:intent`. */
export function parseIntent(value: string | true | Intent): Intent {
  return typeof value === 'object' ? value : { on: value === true ? '' : value };
}

/** Whether a click means "here": one with a modifier or another button opens a tab or a menu, and is never held. */
export function isPlain(event: Partial<MouseEvent>): boolean {
  return !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

/** Spec 8.12: whether a page whose chunk failed may reload: at most once in 60 s. `last` as kept in sessionStorage. */
export function mayReload(now: number, last: string | null): boolean {
  return now - Number(last) >= RELOAD_MS;
}

/** The directive itself. `load` never rejects: a failure is the event `astro:hydration-error` on the island. */
export default function intent(load: Load, { value }: { value: string | true | Intent }, island: HTMLElement): void {
  const { on, hash } = parseIntent(value);
  const scope: EventTarget = on ? document : island;
  let held: HTMLElement | null | undefined;
  let asleep = true;
  let awake = false;

  const notice = (event: Event) => {
    const target = event.target;
    if (awake || !(target instanceof Element) || (on && !target.closest(on))) return;
    if (event.type === 'click' && !event.defaultPrevented && isPlain(event)) {
      const element = target.closest<HTMLElement>(`:is(${on || HELD}):not(${NATIVE})`);
      if (element) {
        event.preventDefault();
        if (held) held.ariaBusy = null;
        held = element;
        held.ariaBusy = 'true';
      }
    }
    void wake();
  };

  const readHash = () => {
    if (hash?.includes(location.hash)) void wake(true);
  };

  const wake = async (wanted?: boolean) => {
    if (!asleep) return;
    asleep = false;
    let failed = false as boolean;
    island.addEventListener('astro:hydration-error', () => (failed = true));
    const hydrate = await load();
    await new Promise((resolve) => {
      island.addEventListener(AWAKE_EVENT, resolve);
      // An island that never says that it is awake must not keep the click for ever.
      setTimeout(resolve, failed ? 0 : 2000);
      void hydrate();
    });
    awake = true;
    if (held) held.ariaBusy = null;
    const stuck = failed && navigator.onLine && (held ? !held.closest('a,form') : wanted);
    if (stuck && mayReload(Date.now(), sessionStorage.getItem(RELOAD_KEY))) {
      sessionStorage.setItem(RELOAD_KEY, String(Date.now()));
      location.reload();
    }
    // Awake, the island handles it; where loading failed, a link is followed and a form is sent.
    held?.click();
    held = null;
    // After a failure the next sign of use tries again: the network may be back.
    awake = !failed;
    asleep = failed;
  };

  for (const type of WAKING) scope.addEventListener(type, notice, true);
  addEventListener('hashchange', readHash);
  readHash();
}

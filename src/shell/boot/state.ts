import { LOCALE_COOKIE } from '../../platform/config/constants.ts';
import { isKids, KIDS_FLAG } from '../../platform/client/kids.ts';
import { hasSession } from '../../platform/client/session.ts';
import { whenShown } from '../../platform/client/when-shown.ts';
import { watchGlobalState } from './global-state.ts';
import { watchKids } from './kids.ts';
import { applyStoredTheme } from './theme.ts';

declare global {
  interface PerformanceEntry {
    /** Chromium only. Not in TypeScript's types. */
    readonly deliveryType?: string;
  }
}

/** A page from a cache, loaded ahead or shown again by Back has the state of its request; the cookies have today's. */
export function watchState(): void {
  readState();
  watchKids();
  if (document.prerendering || isFetchedAhead()) whenShown(showAgain);
  addEventListener('pageshow', ({ persisted }) => persisted && showAgain());
}

/** `navigational-prefetch`: of up to five minutes ago. */
function isFetchedAhead(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return /^nav/.test(`${entry?.deliveryType}`);
}

function showAgain(): void {
  if (isOtherState()) location.reload();
  else {
    readState();
    void import('./refresh.ts').then(
      (page) => page.refresh(),
      () => undefined,
    );
  }
}

function readState(): void {
  document.documentElement.toggleAttribute('data-signed-in', hasSession());
  applyStoredTheme();
  watchGlobalState();
}

/** Kids mode and language are in the text of a page, not in its marks. */
function isOtherState(): boolean {
  const { lang } = document.documentElement;
  const other = lang === 'en' ? 'fa' : 'en';
  const isOtherLanguage = document.cookie.includes(`${LOCALE_COOKIE}=${other}`) && !/[?&]hl=/.test(location.search);
  try {
    return isOtherLanguage || isKids() !== (localStorage.getItem(KIDS_FLAG) === '1');
  } catch {
    // Storage may be forbidden.
    return isOtherLanguage;
  }
}

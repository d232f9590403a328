import type { ApiError } from '../http/calls/errors.ts';
import { errorText } from '../text/error-text.ts';
import { HOME_NOTICE_KEY, type HomeNotice } from './home-notice.ts';
import { paths } from '../paths.ts';
import { getLocale } from '../text/current-locale.ts';
import { m } from '../text/paraglide/messages.js';
import { leaveTo } from './modal.ts';

/** Spec 2.47, 8.15: 400 leads to the 404 page; every other failure, 404 too, leads home with the reason. */
export function leaveFailedEntitlement(error: ApiError, retryPath: string): void {
  if (error.status === 400) {
    leaveTo(paths.notFound());
    return;
  }
  const notice: HomeNotice = { text: errorText(error, getLocale()) ?? m.network_failed(), retry: retryPath };
  try {
    sessionStorage.setItem(HOME_NOTICE_KEY, JSON.stringify(notice));
  } catch {
    // Storage may be forbidden.
  }
  leaveTo(paths.home());
}

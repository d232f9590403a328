import { whenShown } from '../../platform/client/when-shown.ts';
import { watchFirstTouch } from './first-touch.ts';
import { watchLeaving } from './navigation-progress.ts';
import { watchOffline } from './offline.ts';
import { loadAhead } from './load-ahead.ts';
import { loadOwn } from './own.ts';
import { skipTransitionsWhereSlow } from './slow-device.ts';
import { watchScroll } from './scroll-state.ts';
import { watchState } from './state.ts';
import { watchTheme } from './theme.ts';

/** The script of every page before hydration: an entry of its own (tools/lib/page-scripts.ts). */
document.documentElement.dataset['js'] = '';
// A page that is left before it is revealed skips its transition, which rejects: nobody waits for it.
document.activeViewTransition?.ready.catch(() => undefined);
watchTheme();
watchState();
watchScroll();
watchFirstTouch();
watchOffline();
watchLeaving();
skipTransitionsWhereSlow();
loadAhead();
if (document.querySelector('[data-valid-until], [data-guide]'))
  void import('../../features/live/client/auto-refresh.ts').catch(() => undefined);
whenShown(() => {
  if (/[?&]ref=/.test(location.search))
    void import('./referral.ts').then(
      (page) => page.keepReferral(),
      () => undefined,
    );
  loadOwn();
});

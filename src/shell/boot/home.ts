import { HOME_NOTICE_KEY } from '../../platform/client/home-notice.ts';

/** Home's own scripts load for those who need them: most visitors have no notice and no rail of their own. */
export function fillHome(): void {
  const { dataset } = document.documentElement;
  if (document.getElementById('continue') && ('signedIn' in dataset || 'kids' in dataset))
    void import('../../features/progress/client/fill.ts').then(
      ({ fillContinue }) => fillContinue(),
      () => undefined,
    );
  for (const { dataset: fault } of document.querySelectorAll<HTMLElement>('[data-console]')) {
    const level = fault['console'] === 'warn' ? 'warn' : 'error';
    // eslint-disable-next-line no-console -- spec 8.14: the slider's faults are in the console, and nowhere else
    console[level](fault['text']);
  }
  try {
    if (sessionStorage.getItem(HOME_NOTICE_KEY) === null || !document.getElementById('home-notice')) return;
    void import('../../features/home/client/home-notice.ts').then(
      ({ showHomeNotice }) => showHomeNotice(),
      () => undefined,
    );
  } catch {
    // Storage may be forbidden.
  }
}

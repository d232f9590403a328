import { SCROLL_STATE_MS, SCROLL_THRESHOLDS_PX } from '../config.ts';

/**
 * Says on <html> how far the page is scrolled (spec 2.51): data-scrolled is the largest threshold passed, and
 * data-at-end is there within the first threshold of the end (spec 2.24).
 */
export function watchScroll(): void {
  const root = document.documentElement;
  const measure = () => {
    timer = undefined;
    const passed = SCROLL_THRESHOLDS_PX.filter((threshold) => scrollY > threshold).at(-1);
    if (passed) root.dataset['scrolled'] = String(passed);
    else delete root.dataset['scrolled'];
    const left = root.scrollHeight - innerHeight - scrollY;
    root.toggleAttribute('data-at-end', scrollY > 0 && left < SCROLL_THRESHOLDS_PX[0]);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener('scroll', () => (timer ??= setTimeout(measure, SCROLL_STATE_MS)), { passive: true });
}

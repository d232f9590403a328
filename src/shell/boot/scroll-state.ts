import { SCROLL_STATE_MS, SCROLL_THRESHOLDS_PX } from '../config.ts';

/** Spec 2.51: the largest threshold passed; `data-at-end` within the first threshold of the end (spec 2.24). */
export function watchScroll(): void {
  const root = document.documentElement;
  const measure = () => {
    timer = undefined;
    const passed = SCROLL_THRESHOLDS_PX.findLast((threshold) => scrollY > threshold);
    if (passed) root.dataset['scrolled'] = `${passed}`;
    else delete root.dataset['scrolled'];
    const pixelsBelow = root.scrollHeight - innerHeight - scrollY;
    root.toggleAttribute('data-at-end', scrollY > 0 && pixelsBelow < SCROLL_THRESHOLDS_PX[0]);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener('scroll', () => (timer ??= setTimeout(measure, SCROLL_STATE_MS)), { passive: true });
}

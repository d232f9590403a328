import { DRAG_THRESHOLD_PX } from '../config.ts';

/** Spec 2.52: a drag begins after 5 px; its last click opens nothing. */
export function watchDrag(): void {
  let rail: HTMLElement | null = null;
  let from = 0;
  let start = 0;
  let dragged = false;
  document.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    rail = (event.target as Element).closest<HTMLElement>('[data-rail]');
    if (!rail) return;
    dragged = false;
    from = event.clientX;
    start = rail.scrollLeft;
  });
  document.addEventListener('pointermove', (event) => {
    if (!rail) return;
    const moved = event.clientX - from;
    dragged ||= Math.abs(moved) > DRAG_THRESHOLD_PX;
    if (dragged) rail.scrollLeft = start - moved;
  });
  document.addEventListener('pointerup', () => (rail = null));
  document.addEventListener('dragstart', (event) => {
    if (rail) event.preventDefault();
  });
  document.addEventListener(
    'click',
    (event) => {
      if (!dragged) return;
      dragged = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}

import { DRAG_THRESHOLD_PX } from '../config.ts';

/** Spec 2.52: a drag begins after 5 px; its last click opens nothing. Gives the handler of pointer events. */
export function watchDrag(): (event: Event) => void {
  let rail: HTMLElement | null = null;
  let from = 0;
  let start = 0;
  let dragged = false;
  const begin = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    rail = (event.target as Element).closest<HTMLElement>('[data-rail]');
    if (!rail) return;
    dragged = false;
    from = event.clientX;
    start = rail.scrollLeft;
  };
  const move = (event: PointerEvent) => {
    if (!rail) return;
    const moved = event.clientX - from;
    dragged ||= Math.abs(moved) > DRAG_THRESHOLD_PX;
    if (dragged) rail.scrollLeft = start - moved;
  };
  const handlers: Record<string, (event: PointerEvent) => void> = {
    pointerdown: begin,
    pointermove: move,
    pointerup: () => (rail = null),
  };
  const handle = (event: Event) => handlers[event.type]?.(event as PointerEvent);
  for (const type of Object.keys(handlers)) document.addEventListener(type, handle);
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
  return handle;
}

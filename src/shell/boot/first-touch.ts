const TYPES = ['pointerdown', 'pointermove', 'pointerup', 'click', 'pointerover', 'scroll'];
const BEGIN = new Set(['pointerdown', 'click']);
const RAIL = '[data-rail], [data-rail-step]';

/** Rails and transitions are a script of their own: it loads when a pointer goes down, or a rail is under it or moves.
 * It takes the events that came meanwhile. */
export function watchFirstTouch(): void {
  const held: Event[] = [];
  const hold = (event: Event) => {
    const isOnRail = event.target instanceof Element && event.target.closest(RAIL) !== null;
    if (held.length === 0) {
      if (!isOnRail && !BEGIN.has(event.type)) return;
      void import('./touched.ts').then(
        ({ watchTouched }) => {
          for (const type of TYPES) document.removeEventListener(type, hold, true);
          watchTouched(held);
        },
        // The next touch tries again.
        () => (held.length = 0),
      );
    }
    held.push(event);
  };
  for (const type of TYPES) document.addEventListener(type, hold, { capture: true, passive: true });
}

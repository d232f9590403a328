const TYPES = ['focusin', 'pointerdown', 'pointermove', 'pointerup', 'click', 'pointerover', 'scroll'];
const BEGIN = new Set(['pointerdown', 'click']);
const RAIL = '[data-rail],[data-rail-step],[data-preview]';

/** Rails and transitions are a script of their own: it loads when a pointer goes down, or a rail is under it or moves.
 * It takes the events that came meanwhile. */
export function watchFirstTouch(): void {
  const events: Event[] = [];
  const isOnRail = ({ target }: Event) => target instanceof Element && target.closest(RAIL) !== null;
  // The browser's own drag of a link would end the pointer's events before that script is there.
  document.addEventListener('dragstart', (event) => {
    if (isOnRail(event)) event.preventDefault();
  });
  const hold = (event: Event) => {
    if (events.length === 0) {
      if (!isOnRail(event) && !BEGIN.has(event.type)) return;
      void import('./touched.ts').then(
        ({ watchTouched }) => {
          for (const type of TYPES) document.removeEventListener(type, hold, true);
          watchTouched(events);
        },
        // The next touch tries again.
        () => (events.length = 0),
      );
    }
    events.push(event);
  };
  for (const type of TYPES) document.addEventListener(type, hold, { capture: true, passive: true });
}

const TYPES = ['focusin', 'pointerdown', 'pointermove', 'pointerup', 'click', 'pointerover', 'scroll'];
const BEGIN = /down|click/;
const RAIL = '[data-rail],[data-rail-step],[data-preview]';

/** Rails and transitions are a script of their own: it loads when a pointer goes down, or a rail is under it or moves.
 * It takes the events that came meanwhile. */
export function watchFirstTouch(): void {
  const events: Event[] = [];
  const isOn = ({ target }: Event, parts: string) => (target as Partial<Element>).closest?.(parts);
  // The browser's own drag of a link would end the pointer's events before that script is there.
  document.addEventListener('dragstart', (event) => {
    if (isOn(event, RAIL)) event.preventDefault();
  });
  const hold = (event: Event) => {
    // Else the browser opens the picture before the gallery is there.
    if (event.type === 'click' && isOn(event, '[data-still]')) event.preventDefault();
    if (events.length === 0) {
      if (!isOn(event, RAIL) && !BEGIN.test(event.type)) return;
      void import('./touched.ts').then(
        (touched) => {
          for (const type of TYPES) document.removeEventListener(type, hold, true);
          touched.watchTouched(events);
        },
        // The next touch tries again.
        () => (events.length = 0),
      );
    }
    events.push(event);
  };
  for (const type of TYPES) document.addEventListener(type, hold, true);
}

const TYPES = ['pointerover', 'click', 'scroll'];

/** Rails and transitions are scripts of their own, loaded at the first touch: before it they have nothing to do. */
export function watchFirstTouch(): void {
  const wake = (event: Event) => {
    for (const type of TYPES) document.removeEventListener(type, wake, true);
    void import('./touched.ts').then(
      ({ watchTouched }) => watchTouched(event),
      () => undefined,
    );
  };
  for (const type of TYPES) document.addEventListener(type, wake, { capture: true, passive: true });
}

const railBeside = (element: Element) => element.closest('section')?.querySelector<HTMLElement>('[data-rail]');

/** Arrows and dots of rails and of the hero, for visitors with a mouse. `scrollLeft` is negative right to left. */
export function watchRailSteps(): void {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-rail-step]');
    const rail = button && railBeside(button);
    if (!rail) return;
    const { railStep, railGo } = button.dataset;
    const width = rail.clientWidth;
    // An arrow scrolls 0.8 of the visible width; in the hero, scroll snapping makes it one slide.
    const step = railGo ? Number(railGo) * width - Math.abs(rail.scrollLeft) : Number(railStep) * 0.8 * width;
    rail.scrollBy({
      left: document.dir === 'rtl' ? -step : step,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
  });
  // Scrolling does not bubble.
  document.addEventListener('scroll', ({ target }) => markSteps(target), { capture: true, passive: true });
  document.addEventListener('pointerover', ({ target }) => markSteps(railBeside(target as Element)));
}

/** Greys an arrow that leads nowhere, and names the slide that is shown. */
function markSteps(rail: EventTarget | null | undefined): void {
  if (!(rail instanceof HTMLElement && 'rail' in rail.dataset)) return;
  const [position, width] = [Math.abs(rail.scrollLeft), rail.clientWidth];
  const slide = String(Math.round(position / width));
  for (const button of (rail.closest('section') ?? rail).querySelectorAll<HTMLElement>('[data-rail-step]')) {
    const { railStep, railGo } = button.dataset;
    if (railGo) button.ariaCurrent = String(railGo === slide);
    // Not `disabled`: the focus would be lost at the last slide.
    else button.ariaDisabled = String(railStep === '-1' ? position < 1 : position >= rail.scrollWidth - width - 1);
  }
}

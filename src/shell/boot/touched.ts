import { savesData } from '../../features/data-cost/data-saver.ts';
import { watchDrag } from './drag-scroll.ts';
import { handleIntent, handlePress } from '../../features/title-page/client/press.ts';
import { watchTransitions } from './transitions.ts';

const HAS_ROOM_TO_HOVER =
  '(hover: hover) and (pointer: fine) and (width >= 64em) and (prefers-reduced-motion: no-preference)';

const railBeside = (element: Element) => element.closest('section')?.querySelector<HTMLElement>('[data-rail]');

function watchRailSteps(): void {
  document.addEventListener('click', handleStep);
  // Scroll events do not bubble.
  document.addEventListener('scroll', ({ target }) => markSteps(target), { capture: true, passive: true });
  document.addEventListener('pointerover', markStepsBeside);
}

function markStepsBeside({ target }: Event): void {
  markSteps(railBeside(target as Element));
}

/** `scrollLeft` is negative right to left. */
function handleStep({ target }: Event): void {
  const button = (target as Element).closest<HTMLElement>('[data-rail-step]');
  const rail = button && railBeside(button);
  if (!rail) return;
  const { railStep, railGo } = button.dataset;
  const width = rail.clientWidth;
  const step = railGo ? Number(railGo) * width - Math.abs(rail.scrollLeft) : Number(railStep) * 0.8 * width;
  rail.scrollBy({
    left: document.dir === 'rtl' ? -step : step,
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
  });
}

function markSteps(rail: EventTarget | null | undefined): void {
  if (!(rail instanceof HTMLElement && 'rail' in rail.dataset)) return;
  const position = Math.abs(rail.scrollLeft);
  const width = rail.clientWidth;
  const slide = `${Math.round(position / width)}`;
  for (const button of (rail.closest('section') ?? rail).querySelectorAll<HTMLElement>('[data-rail-step]')) {
    const { railStep, railGo } = button.dataset;
    if (railGo) button.ariaCurrent = String(railGo === slide);
    // Not `disabled`: the last slide would lose the focus.
    else button.ariaDisabled = String(railStep === '-1' ? position < 1 : position >= rail.scrollWidth - width - 1);
  }
}

/** `earlier` are the events before this script was there, in their order. */
export function watchTouched(earlier: readonly Event[]): void {
  const handleDrag = watchDrag();
  watchRailSteps();
  document.addEventListener('click', (event) => handlePress(event));
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, handleIntent);
  watchTransitions();
  if (matchMedia(HAS_ROOM_TO_HOVER).matches && !savesData())
    void import('../../features/lists/client/hover-card.ts').then(
      ({ watchHover }) => watchHover(),
      () => undefined,
    );
  for (const event of earlier) {
    if (event.type === 'click') {
      handleStep(event);
      handlePress(event, true);
    } else {
      handleIntent(event);
      if (event.type === 'pointerover') markStepsBeside(event);
      else handleDrag(event);
    }
  }
}

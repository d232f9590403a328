import { watchDrag } from './drag-scroll.ts';
import { handleStep, markStepsBeside, watchRailSteps } from './rails.ts';
import { watchTransitions } from './transitions.ts';

/** `held` are the events before this script was there, in their order. */
export function watchTouched(held: readonly Event[]): void {
  const handleDrag = watchDrag();
  watchRailSteps();
  watchTransitions();
  for (const event of held) {
    if (event.type === 'click') handleStep(event);
    else if (event.type === 'pointerover') markStepsBeside(event);
    else handleDrag(event);
  }
}

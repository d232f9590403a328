import { watchDrag } from './drag-scroll.ts';
import { handleStep, watchRailSteps } from './rails.ts';
import { watchTransitions } from './transitions.ts';

/** `first` is the event that loaded this script: a click on a rail's button takes its step. */
export function watchTouched(first: Event): void {
  watchDrag();
  watchRailSteps();
  watchTransitions();
  if (first.type === 'click') handleStep(first);
}

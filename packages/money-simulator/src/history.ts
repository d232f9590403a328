import type { Accident } from './scheduler.ts';

/** One history as data: what happens, made from its seed alone, so that any part of it can be left out and run again. */
export interface History<Action = unknown> {
  seed: number;
  steps: Step<Action>[];
}

export interface Step<Action = unknown> {
  /** Its number in the whole history: its own stream of chance goes by it. */
  id: number;
  /** Seconds that pass before. */
  seconds: number;
  /** An action with `times` happens so often; shrinking tries it less often. */
  action: Action;
  /** Turns that are given before the next step begins; null: until nobody waits. */
  turns: number | null;
  accident: Accident | null;
  /** Per cent of bank calls that go wrong during this step. */
  storm: number;
}

import type { ReactNode } from 'react';

/** Where the viewer is in what plays: a film and its length, or a channel and its window. */
export interface Timeline {
  bar: ReactNode;
  /** Beside the volume: the clock of a film, the edge of a channel. */
  clock: ReactNode;
  /** Over the picture of a touched screen. */
  touch: ReactNode;
  /** Whether the bar has buttons that step back and forward. */
  hasSteps: boolean;
}

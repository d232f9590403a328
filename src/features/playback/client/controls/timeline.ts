import type { ReactNode } from 'react';

/** The controls of a position: in a film's length, or in a channel's window. */
export interface Timeline {
  bar: ReactNode;
  /** Beside the volume: the clock of a film, the edge of a channel. */
  clock: ReactNode;
  /** Over the picture of a touched screen. */
  touch: ReactNode;
  /** True if the bar has buttons that step back and forward. */
  hasSteps: boolean;
}

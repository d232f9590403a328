import type { Result } from '../../../platform/client/api.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import type { MediaPlayerInstance } from '../../hls/client/media/media-player.ts';
import type { EntitlementAnswer } from '../../watch-options/contract.ts';

/** What start-play.ts has begun before React is here. */
interface StartedPlay {
  kind: TitleKind;
  id: number;
  /** Null until it has come, and the picture too. */
  answer: Result<EntitlementAnswer> | null;
  /** Has loaded the title; null where it may not be played. */
  player: MediaPlayerInstance | null;
  /** Ends the screen of start-play.ts, and all of it while there is no answer. */
  close: () => void;
}

let started: StartedPlay | null = null;

export function setStarted(play: StartedPlay | null): void {
  started = play;
}

export function getStarted(): StartedPlay | null {
  return started;
}

import type { Result } from '../../../../platform/client/api.ts';
import type { TitleKind } from '../../../../platform/kinds.ts';
import type { MediaPlayerInstance } from '@pardeh/hls/player';
import type { EntitlementAnswer } from '../../../purchase/contract.ts';

interface StartedPlay {
  kind: TitleKind;
  id: number;
  answer: Result<EntitlementAnswer> | null;
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

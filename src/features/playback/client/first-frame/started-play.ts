import type { MediaPlayerInstance } from '@pardeh/hls/player';
import type { Result } from '../../../../platform/client/api.ts';
import type { TitleKind } from '../../../../platform/kinds.ts';
import type { EntitlementAnswer } from '../../../paywall/contract.ts';

declare global {
  interface StartedPlay {
    kind?: TitleKind;
    id?: number;
    answer?: Result<EntitlementAnswer>;
    player?: MediaPlayerInstance | null;
    /** Ends the screen of start-play.ts. Before the answer it ends the play, too. */
    close?: () => void;
  }
}

interface StartedTitle {
  answer: Result<EntitlementAnswer>;
  player: MediaPlayerInstance | null;
}

/** The answer and the video of this title that came before React; null where there is none. */
export function getStarted(kind: TitleKind, id: number): StartedTitle | null {
  const { startedPlay } = globalThis;
  if (startedPlay?.kind !== kind || startedPlay.id !== id || !startedPlay.answer) return null;
  return { answer: startedPlay.answer, player: startedPlay.player ?? null };
}

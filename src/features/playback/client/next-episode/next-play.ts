import { $modal } from '../../../../platform/client/modal.ts';
import type { Result } from '../../../../platform/client/api.ts';
import type { TitleKind } from '../../../../platform/kinds.ts';
import { getServerTime } from '../../../../platform/client/server-clock.ts';
import { MediaPlayerInstance } from '@pardeh/hls/player';
import type { EntitlementAnswer } from '../../../paywall/contract.ts';
import { dropNextVideo, showNextVideo } from './next-video.ts';

interface NextKey {
  key: Promise<CryptoKey | null>;
  endsAt: number;
}

export interface NextPlay {
  kind: TitleKind;
  id: number;
  loadedAt: number;
  entitlement: Promise<Result<EntitlementAnswer>> | null;
  picture: string | null;
  video: HTMLVideoElement | null;
  keys: Map<string, NextKey>;
  signal: AbortSignal;
}

/** Milliseconds: a right may end, and another device may have watched meanwhile. */
const MAX_AGE_MS = 10 * 60 * 1000;
let next: NextPlay | null = null;

export function setNextPlay(kind: TitleKind, id: number, entitlement: NextPlay['entitlement']): NextPlay {
  const closing = new AbortController();
  const { signal } = closing;
  const play: NextPlay = {
    ...{ kind, id, entitlement, signal },
    ...{ loadedAt: performance.now(), picture: null, video: null, keys: new Map() },
  };
  if (next?.video) dropNextVideo(next.video);
  next = play;
  const stop = $modal.listen((modal) => {
    if (modal?.name === 'player') return;
    stop();
    closing.abort();
    play.keys.clear();
    if (play.video) dropNextVideo(play.video);
    if (next === play) next = null;
  });
  return play;
}

function isYoung({ loadedAt }: NextPlay): boolean {
  return performance.now() - loadedAt < MAX_AGE_MS;
}

export function hasNextPlay(kind: TitleKind, id: number): boolean {
  return next?.kind === kind && next.id === id && isYoung(next);
}

export function takeNextPlay(kind: TitleKind, id: number): NextPlay['entitlement'] {
  if (!next || !hasNextPlay(kind, id)) return null;
  const { entitlement } = next;
  next.entitlement = null;
  return entitlement;
}

export function takeNextVideo(kind: TitleKind, id: number): MediaPlayerInstance | null {
  if (!next?.video || !hasNextPlay(kind, id)) return null;
  const { video } = next;
  next.video = null;
  return new MediaPlayerInstance(showNextVideo(video));
}

export function getNextPicture(): string | null {
  return next?.picture ?? null;
}

export function findNextKey(url: string): Promise<CryptoKey | null> | null {
  const stored = next && isYoung(next) ? next.keys.get(url) : undefined;
  return stored && getServerTime() < stored.endsAt ? stored.key : null;
}

import type { Result } from '../../../platform/client/api.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import type { EntitlementAnswer } from '../../watch-options/contract.ts';

interface NextPlay {
  kind: TitleKind;
  id: number;
  loadedAt: number;
  entitlement: Promise<Result<EntitlementAnswer>> | null;
  picture: string | null;
}

/** Milliseconds: a right may end, and another device may have watched meanwhile. */
const MAX_AGE_MS = 10 * 60 * 1000;
let next: NextPlay | null = null;

export function setNextPlay(play: NextPlay): void {
  next = play;
}

export function hasNextPlay(kind: TitleKind, id: number): boolean {
  return next?.kind === kind && next.id === id && performance.now() - next.loadedAt < MAX_AGE_MS;
}

export function takeNextPlay(kind: TitleKind, id: number): Promise<Result<EntitlementAnswer>> | null {
  if (!next || !hasNextPlay(kind, id)) return null;
  const { entitlement } = next;
  next.entitlement = null;
  return entitlement;
}

export function getNextPicture(): string | null {
  return next?.picture ?? null;
}

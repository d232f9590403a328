import type { AccessKind, ReleaseState } from './kinds.ts';

/** What a viewer may do with a title; decided here and nowhere else. */
export const PLAY_STATES = [
  'free',
  'subscribed',
  'needs_subscription',
  'presale',
  'not_released',
  'download_only',
] as const;
export type PlayState = (typeof PLAY_STATES)[number];

export interface EntitlementFacts {
  release: ReleaseState;
  access: AccessKind;
  /** Whether the viewer has a subscription that has not ended. */
  subscribed: boolean;
}

/**
 * Decides by the title's release first (nobody plays what is not out), then by how it is sold,
 * then by the viewer (spec 6.05, 2.49).
 */
export function playState({ release, access, subscribed }: EntitlementFacts): PlayState {
  if (release === 'presale') return 'presale';
  if (release === 'not_released') return 'not_released';
  if (access === 'download_only') return 'download_only';
  if (access === 'free') return 'free';
  return subscribed ? 'subscribed' : 'needs_subscription';
}

/** Whether the state lets the player start. */
export function mayPlay(state: PlayState): boolean {
  return state === 'free' || state === 'subscribed';
}

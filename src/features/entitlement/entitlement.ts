import type { AccessKind, ReleaseState } from '../../platform/kinds.ts';

/** What a viewer may do with a title; decided here and nowhere else. */
export const PLAY_STATES = [
  'free',
  'subscribed',
  'operator_fullrate',
  'owned',
  'needs_subscription',
  'needs_purchase',
  'needs_ticket',
  'ticket_waiting',
  'screening_over',
  'presale',
  'not_released',
  'download_only',
] as const;
export type PlayState = (typeof PLAY_STATES)[number];

/** How a title is sold: not at all, beside the subscription, or only so, subscribers included. */
export const SALES = ['none', 'beside', 'only'] as const;
export type Sale = (typeof SALES)[number];

export const SCREENING_PHASES = ['none', 'upcoming', 'open', 'over'] as const;
export type ScreeningPhase = (typeof SCREENING_PHASES)[number];

export interface EntitlementFacts {
  release: ReleaseState;
  access: AccessKind;
  /** Whether the viewer has a subscription that has not ended. */
  subscribed: boolean;
  /** Whether the viewer's network is one whose users watch without a subscription, at full rate (spec 1.07). */
  fullrateNetwork: boolean;
  sale: Sale;
  /** Whether the viewer bought the title. */
  owned: boolean;
  /** The online screening of the title, if there is one. */
  screening: ScreeningPhase;
  /** Whether the viewer has a ticket whose period has not ended. */
  ticket: boolean;
}

export interface Entitlement {
  state: PlayState;
  /** Spec 3.15: whether the title, a ticket or its downloads are offered for money. */
  show_buy: boolean;
  show_free: boolean;
}

/**
 * Decides by the title's release first (nobody plays what is not out), then by how it is sold, then by the viewer
 * (spec 6.05, 2.49). A screening is for those who could not watch otherwise: it opens a title for its tickets.
 */
export function entitlement(facts: EntitlementFacts): Entitlement {
  const usual = withoutScreening(facts);
  return mayPlay(usual.state) ? usual : (atScreening(facts) ?? usual);
}

function withoutScreening({
  release,
  access,
  subscribed,
  fullrateNetwork,
  sale,
  owned,
}: EntitlementFacts): Entitlement {
  const forSale = sale !== 'none' && !owned;
  if (release === 'presale') return { state: 'presale', show_buy: forSale, show_free: false };
  if (release === 'not_released') return { state: 'not_released', show_buy: false, show_free: false };
  if (access === 'download_only') return { state: 'download_only', show_buy: true, show_free: false };
  if (access === 'free') return { state: 'free', show_buy: false, show_free: true };
  if (owned) return { state: 'owned', show_buy: false, show_free: false };
  if (sale === 'only') return { state: 'needs_purchase', show_buy: true, show_free: false };
  if (subscribed) return { state: 'subscribed', show_buy: false, show_free: false };
  if (fullrateNetwork) return { state: 'operator_fullrate', show_buy: false, show_free: false };
  return { state: 'needs_subscription', show_buy: forSale, show_free: false };
}

/** Null where the screening changes nothing: there is none, or it is over and the title has come out since. */
function atScreening({ screening, ticket, release }: EntitlementFacts): Entitlement | null {
  if (screening === 'none') return null;
  if (ticket) return only(screening === 'upcoming' ? 'ticket_waiting' : 'owned');
  if (screening !== 'over') return { state: 'needs_ticket', show_buy: true, show_free: false };
  return release === 'not_released' ? only('screening_over') : null;
}

function only(state: PlayState): Entitlement {
  return { state, show_buy: false, show_free: false };
}

/** Whether the state lets the player start. */
export function mayPlay(state: PlayState): boolean {
  return state === 'free' || state === 'subscribed' || state === 'operator_fullrate' || state === 'owned';
}

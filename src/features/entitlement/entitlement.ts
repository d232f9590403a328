import type { AccessKind, ReleaseState } from '../../platform/kinds.ts';

/** The only place that decides who may watch a title. */
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
  'outside_area',
] as const;
export type PlayState = (typeof PLAY_STATES)[number];

/** The sale of a title: none, beside the subscription, or the only way to it, for subscribers too. */
export const SALES = ['none', 'beside', 'only'] as const;
export type Sale = (typeof SALES)[number];

export const SCREENING_PHASES = ['none', 'upcoming', 'open', 'over'] as const;
export type ScreeningPhase = (typeof SCREENING_PHASES)[number];

export interface EntitlementFacts {
  release: ReleaseState;
  /** Its last day has passed. */
  isOver: boolean;
  access: AccessKind;
  hasMedia: boolean;
  subscribed: boolean;
  /** The viewer's network permits watching at full rate without a subscription (spec 1.07). */
  fullrateNetwork: boolean;
  /** The viewer's country and network are among those of the title (area.ts). */
  isInArea: boolean;
  sale: Sale;
  owned: boolean;
  screening: ScreeningPhase;
  ticket: boolean;
}

export interface Entitlement {
  state: PlayState;
  /** Spec 3.15: the title, a ticket or its downloads are for sale. */
  show_buy: boolean;
  show_free: boolean;
}

/** Release first, then the kind of sale, then the viewer (spec 6.05, 2.49). A screening opens a title by ticket. After its last day a title plays for those who bought it or hold a ticket, and nothing of it is sold. Outside of its countries and networks it neither plays nor sells. */
export function decideEntitlement(facts: EntitlementFacts): Entitlement {
  const titleEntitlement = decideByTitle(facts);
  const entitlement = canPlay(titleEntitlement.state)
    ? titleEntitlement
    : (decideByScreening(facts) ?? titleEntitlement);
  return facts.isInArea || CLOSED.includes(entitlement.state) ? entitlement : withoutSale('outside_area');
}

/** Closed to everybody, wherever they are. */
const CLOSED: readonly PlayState[] = ['not_released', 'screening_over'];

function decideByTitle({
  release,
  isOver,
  access,
  hasMedia,
  subscribed,
  fullrateNetwork,
  sale,
  owned,
}: EntitlementFacts): Entitlement {
  const isForSale = sale !== 'none' && !owned;
  if (release === 'presale') return { state: 'presale', show_buy: isForSale, show_free: false };
  if (isOver && owned && hasMedia && access !== 'download_only') return withoutSale('owned');
  if (release === 'not_released') return { state: 'not_released', show_buy: false, show_free: false };
  if (access === 'download_only' || !hasMedia) return { state: 'download_only', show_buy: true, show_free: false };
  if (access === 'free') return { state: 'free', show_buy: false, show_free: true };
  if (owned) return { state: 'owned', show_buy: false, show_free: false };
  if (sale === 'only') return { state: 'needs_purchase', show_buy: true, show_free: false };
  if (subscribed) return { state: 'subscribed', show_buy: false, show_free: false };
  if (fullrateNetwork) return { state: 'operator_fullrate', show_buy: false, show_free: false };
  return { state: 'needs_subscription', show_buy: isForSale, show_free: false };
}

function decideByScreening({ screening, ticket, release, isOver, hasMedia }: EntitlementFacts): Entitlement | null {
  if (screening === 'none' || (screening !== 'upcoming' && !hasMedia)) return null;
  if (ticket) return withoutSale(screening === 'upcoming' ? 'ticket_waiting' : 'owned');
  if (isOver && screening !== 'over') return null;
  if (screening !== 'over') return { state: 'needs_ticket', show_buy: true, show_free: false };
  return release === 'not_released' ? withoutSale('screening_over') : null;
}

function withoutSale(state: PlayState): Entitlement {
  return { state, show_buy: false, show_free: false };
}

export function canPlay(state: PlayState): boolean {
  return state === 'free' || state === 'subscribed' || state === 'operator_fullrate' || state === 'owned';
}

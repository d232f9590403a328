import { expect, it } from 'vitest';
import { PLAY_STATES, type PlayState } from '../../../src/features/entitlement/entitlement.ts';
import { chooseMainAct, type MainAct } from '../../../src/features/titles/main-act.ts';

const PRICED: Omit<Parameters<typeof chooseMainAct>[0], 'state' | 'viewer'> = {
  price: 50_000,
  owned_hours: 48,
  downloads: true,
  isGone: false,
  trialDays: 7,
  hasLists: true,
};

/** By state, where everything is sold and a trial is given. */
const ACTS: Record<PlayState, readonly [guest: MainAct, member: MainAct, child: MainAct]> = {
  free: ['watch_free', 'watch_free', 'watch_free'],
  subscribed: ['play', 'play', 'play'],
  operator_fullrate: ['play', 'play', 'play'],
  owned: ['play', 'play', 'play'],
  needs_subscription: ['trial', 'subscribe', 'ask'],
  needs_purchase: ['rent', 'rent', 'ask'],
  needs_ticket: ['ticket', 'ticket', 'ask'],
  ticket_waiting: ['waiting', 'waiting', 'waiting'],
  screening_over: ['none', 'none', 'none'],
  presale: ['order', 'order', 'none'],
  not_released: ['list', 'list', 'none'],
  download_only: ['download', 'download', 'none'],
  outside_area: ['none', 'none', 'none'],
};

it.each(PLAY_STATES)('%s: the act keeps what it says, for a guest, a member and a child', (state) => {
  const viewers = ['guest', 'member', 'child'] as const;
  expect(viewers.map((viewer) => chooseMainAct({ ...PRICED, state, viewer }))).toEqual(ACTS[state]);
});

it.each<[string, PlayState, Partial<typeof PRICED>, MainAct]>([
  ['a purchase for good is no rental', 'needs_purchase', { owned_hours: null }, 'buy'],
  ['without a price nothing is sold', 'needs_purchase', { price: null }, 'none'],
  ['without a price there is no ticket', 'needs_ticket', { price: null }, 'none'],
  ['without a price a presale is kept in a list', 'presale', { price: null }, 'list'],
  ['without a trial none is promised', 'needs_subscription', { trialDays: 0 }, 'subscribe'],
  ['where lists are announced only, none is offered', 'not_released', { hasLists: false }, 'none'],
  ['without files nothing can be downloaded', 'download_only', { downloads: false }, 'none'],
  ['after its last day a title has no act', 'free', { isGone: true }, 'none'],
])('%s', (_, state, facts, act) => {
  expect(chooseMainAct({ ...PRICED, ...facts, state, viewer: 'guest' })).toBe(act);
});

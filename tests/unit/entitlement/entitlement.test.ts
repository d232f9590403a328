import { describe, expect, test } from 'vitest';
import {
  decideEntitlement,
  canPlay,
  PLAY_STATES,
  SALES,
  SCREENING_PHASES,
  type EntitlementFacts,
  type PlayState,
  type Sale,
  type ScreeningPhase,
} from '../../../src/features/entitlement/entitlement.ts';
import { ACCESS_KINDS, RELEASE_STATES, type AccessKind, type ReleaseState } from '../../../src/platform/kinds.ts';

const BOOLEANS = [false, true];

/** Without a screening. Release, access, sale, then the state of: a guest, a subscriber, an owner, both. */
const USUAL: [ReleaseState, AccessKind, Sale, PlayState, PlayState, PlayState, PlayState][] = [
  ['released', 'free', 'none', 'free', 'free', 'free', 'free'],
  ['released', 'free', 'beside', 'free', 'free', 'free', 'free'],
  ['released', 'free', 'only', 'free', 'free', 'free', 'free'],
  ['released', 'subscription', 'none', 'needs_subscription', 'subscribed', 'owned', 'owned'],
  ['released', 'subscription', 'beside', 'needs_subscription', 'subscribed', 'owned', 'owned'],
  ['released', 'subscription', 'only', 'needs_purchase', 'needs_purchase', 'owned', 'owned'],
  ['released', 'download_only', 'none', ...all('download_only')],
  ['released', 'download_only', 'beside', ...all('download_only')],
  ['released', 'download_only', 'only', ...all('download_only')],
  ...ACCESS_KINDS.flatMap((access) =>
    SALES.flatMap((sale): typeof USUAL => [
      ['presale', access, sale, ...all('presale')],
      ['not_released', access, sale, ...all('not_released')],
    ]),
  ),
];

const hasBegun = (screening: ScreeningPhase) => screening === 'open' || screening === 'over';

function all(state: PlayState): [PlayState, PlayState, PlayState, PlayState] {
  return [state, state, state, state];
}

/** A screening's effect on a viewer who could not play otherwise: phase, without a ticket, with one. */
const AT_SCREENING: Record<Exclude<ScreeningPhase, 'none'>, [PlayState | 'usual', PlayState]> = {
  upcoming: ['needs_ticket', 'ticket_waiting'],
  open: ['needs_ticket', 'owned'],
  over: ['usual', 'owned'],
};

/** Every combination there is. */
const COMBINATIONS: EntitlementFacts[] = RELEASE_STATES.flatMap((release) =>
  ACCESS_KINDS.flatMap((access) =>
    SALES.flatMap((sale) =>
      SCREENING_PHASES.flatMap((screening) =>
        BOOLEANS.flatMap((subscribed) =>
          BOOLEANS.flatMap((owned) =>
            BOOLEANS.flatMap((ticket) =>
              BOOLEANS.flatMap((fullrateNetwork) =>
                BOOLEANS.map((hasMedia) => ({
                  ...{ release, access, hasMedia, sale, screening, subscribed, owned, ticket, fullrateNetwork },
                  isOver: false,
                  isInArea: true,
                })),
              ),
            ),
          ),
        ),
      ),
    ),
  ),
);

function expected(facts: EntitlementFacts): PlayState {
  // Without media a title can only be downloaded, and a screening only be sold ahead.
  const access = facts.hasMedia ? facts.access : 'download_only';
  const row = USUAL.find(([r, a, s]) => r === facts.release && a === access && s === facts.sale);
  const match = row![3 + Number(facts.subscribed) + 2 * Number(facts.owned)] as PlayState;
  const usual = match === 'needs_subscription' && facts.fullrateNetwork ? 'operator_fullrate' : match;
  if (facts.screening === 'none' || canPlay(usual)) return usual;
  if (facts.screening !== 'upcoming' && !facts.hasMedia) return usual;
  const at = AT_SCREENING[facts.screening][Number(facts.ticket)];
  if (at !== 'usual') return at!;
  return facts.release === 'not_released' ? 'screening_over' : usual;
}

test('the table names every release, access and sale once', () => {
  const keys = USUAL.map(([release, access, sale]) => `${release} ${access} ${sale}`);
  expect(new Set(keys).size).toBe(RELEASE_STATES.length * ACCESS_KINDS.length * SALES.length);
  expect(keys).toHaveLength(new Set(keys).size);
});

describe('over every combination', () => {
  test(`the state is what the table says (${String(COMBINATIONS.length)} rows)`, () => {
    expect(COMBINATIONS).toHaveLength(3 * 3 * 3 * 4 * 2 * 2 * 2 * 2 * 2);
    for (const facts of COMBINATIONS) {
      expect(decideEntitlement(facts).state, JSON.stringify(facts)).toBe(expected(facts));
    }
  });

  test('every state is somebody’s', () => {
    const facts = COMBINATIONS.flatMap((one) => [one, { ...one, isInArea: false }]);
    expect(new Set(facts.map((one) => decideEntitlement(one).state))).toEqual(new Set(PLAY_STATES));
  });

  test('what plays is never sold, and free is shown only for what is free', () => {
    for (const facts of COMBINATIONS) {
      const { state, show_buy, show_free } = decideEntitlement(facts);
      if (canPlay(state)) expect(show_buy, JSON.stringify(facts)).toBe(false);
      expect(show_free).toBe(state === 'free');
    }
  });

  test('buying is offered exactly for a missing ticket, a missing purchase, a download, or a price beside', () => {
    for (const facts of COMBINATIONS) {
      const { state, show_buy } = decideEntitlement(facts);
      const priced = facts.sale !== 'none' && !facts.owned && (state === 'needs_subscription' || state === 'presale');
      const always = state === 'needs_ticket' || state === 'needs_purchase' || state === 'download_only';
      expect(show_buy, JSON.stringify(facts)).toBe(always || priced);
    }
  });

  test('who has more never plays less: neither a subscription nor a purchase nor a ticket takes anything away', () => {
    for (const facts of COMBINATIONS.filter((one) => canPlay(decideEntitlement(one).state))) {
      for (const more of ['subscribed', 'owned', 'ticket', 'fullrateNetwork'] as const) {
        expect(canPlay(decideEntitlement({ ...facts, [more]: true }).state), JSON.stringify({ ...facts, more })).toBe(
          true,
        );
      }
    }
  });

  test('what is bought is not sold again: the title to its owner, the ticket to its holder', () => {
    for (const facts of COMBINATIONS) {
      const { state, show_buy } = decideEntitlement(facts);
      if (facts.owned && state !== 'needs_ticket' && state !== 'download_only') expect(show_buy).toBe(false);
      if (facts.ticket) expect(state).not.toBe('needs_ticket');
      if (!facts.hasMedia) expect(canPlay(state)).toBe(false);
    }
  });

  test('outside of its area it neither plays nor sells, whatever the viewer has, and nothing else changes', () => {
    for (const facts of COMBINATIONS) {
      const inside = decideEntitlement(facts).state;
      const { state, show_buy, show_free } = decideEntitlement({ ...facts, isInArea: false });
      const isClosed = inside === 'not_released' || inside === 'screening_over';
      expect(state, JSON.stringify(facts)).toBe(isClosed ? inside : 'outside_area');
      expect([show_buy, show_free, canPlay(state)]).toEqual([false, false, false]);
    }
  });

  test('a full-rate network gives nothing but what a subscription gives (spec 1.07)', () => {
    for (const facts of COMBINATIONS.filter((one) => one.fullrateNetwork && !one.subscribed)) {
      const { state } = decideEntitlement(facts);
      const subscriber = decideEntitlement({ ...facts, fullrateNetwork: false, subscribed: true }).state;
      expect(state, JSON.stringify(facts)).toBe(subscriber === 'subscribed' ? 'operator_fullrate' : subscriber);
    }
  });

  test('after the last day it plays for its owners and for holders of a ticket alone, and nothing of it is sold', () => {
    for (const facts of COMBINATIONS.filter(({ release }) => release === 'not_released')) {
      const { state, show_buy } = decideEntitlement({ ...facts, isOver: true });
      const isBought = (facts.owned && facts.access !== 'download_only') || (facts.ticket && hasBegun(facts.screening));
      expect(canPlay(state), JSON.stringify(facts)).toBe(isBought && facts.hasMedia);
      expect(show_buy, JSON.stringify(facts)).toBe(false);
    }
  });

  test('nobody without a ticket plays what is not out', () => {
    for (const facts of COMBINATIONS) {
      if (facts.release !== 'released' && !facts.ticket) expect(canPlay(decideEntitlement(facts).state)).toBe(false);
    }
  });
});

test.each<[PlayState, boolean]>(
  PLAY_STATES.map((state) => [state, ['free', 'subscribed', 'operator_fullrate', 'owned'].includes(state)]),
)('%s may play: %s', (state, may) => {
  expect(canPlay(state)).toBe(may);
});

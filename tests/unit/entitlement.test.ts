import { expect, test } from 'vitest';
import { mayPlay, playState, type PlayState } from '../../src/domain/entitlement.ts';
import { ACCESS_KINDS, RELEASE_STATES, type AccessKind, type ReleaseState } from '../../src/domain/kinds.ts';

/** The whole table: release, access, then the state without and with a subscription. */
const TABLE: [ReleaseState, AccessKind, PlayState, PlayState][] = [
  ['released', 'free', 'free', 'free'],
  ['released', 'subscription', 'needs_subscription', 'subscribed'],
  ['released', 'download_only', 'download_only', 'download_only'],
  ['presale', 'free', 'presale', 'presale'],
  ['presale', 'subscription', 'presale', 'presale'],
  ['presale', 'download_only', 'presale', 'presale'],
  ['not_released', 'free', 'not_released', 'not_released'],
  ['not_released', 'subscription', 'not_released', 'not_released'],
  ['not_released', 'download_only', 'not_released', 'not_released'],
];

test('the table is complete', () => {
  expect(TABLE).toHaveLength(RELEASE_STATES.length * ACCESS_KINDS.length);
});

test.each(TABLE)('%s, %s', (release, access, guest, subscriber) => {
  expect(playState({ release, access, subscribed: false })).toBe(guest);
  expect(playState({ release, access, subscribed: true })).toBe(subscriber);
});

test.each<[PlayState, boolean]>([
  ['free', true],
  ['subscribed', true],
  ['needs_subscription', false],
  ['presale', false],
  ['not_released', false],
  ['download_only', false],
])('%s may play: %s', (state, may) => {
  expect(mayPlay(state)).toBe(may);
});

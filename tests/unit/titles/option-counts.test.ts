import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hideOption,
  loadOptions,
  NO_OPTIONS,
  resetOptions,
  showOption,
  type WatchOptionCounts,
} from '../../../src/features/watch-options/option-counts.ts';

const way = fc.constantFrom('play' as const, 'subscribe' as const);
const response = fc.record({
  show_buy: fc.boolean(),
  show_free: fc.boolean(),
  ussd: fc.option(fc.constant('*000*52*7#')),
});
type Step =
  | { show: 'play' | 'subscribe' }
  | { hide: 'play' | 'subscribe' }
  | { load: Parameters<typeof loadOptions>[1] }
  | 'reset';
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ show: way }),
  fc.record({ hide: way }),
  fc.record({ load: response }),
  fc.constant('reset' as const),
);

function take(ways: WatchOptionCounts, step: Step): WatchOptionCounts {
  if (step === 'reset') return resetOptions();
  if ('show' in step) return showOption(ways, step.show);
  return 'hide' in step ? hideOption(ways, step.hide) : loadOptions(ways, step.load);
}
const after = (steps: readonly Step[]) => steps.reduce(take, NO_OPTIONS);
const countVisible = ({ play, subscribe, buy, free, ussd }: WatchOptionCounts) =>
  play + subscribe + Number(buy || free) + Number(ussd !== null);

describe('divcount (spec 4.21)', () => {
  it('is always the number of ways that are shown', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const ways = after(steps);
        expect(ways.count).toBe(countVisible(ways));
      }),
      { numRuns: 1000 },
    );
  });

  it('rises by one when play or subscribe is first shown, and not when it is shown again', () => {
    fc.assert(
      fc.property(fc.array(step), way, (steps, name) => {
        const before = hideOption(after(steps), name);
        const once = showOption(before, name);
        expect(once.count).toBe(before.count + 1);
        expect(showOption(once, name)).toBe(once);
      }),
    );
  });

  it('falls by one when it is hidden, and not when it is hidden already', () => {
    fc.assert(
      fc.property(fc.array(step), way, (steps, name) => {
        const before = showOption(after(steps), name);
        const gone = hideOption(before, name);
        expect(gone.count).toBe(before.count - 1);
        expect(hideOption(gone, name)).toBe(gone);
      }),
    );
  });

  it('after a cart response is play and subscribe, one for buying or free, one for a code to dial', () => {
    fc.assert(
      fc.property(fc.array(step), response, (steps, cart) => {
        const before = after(steps);
        const ways = loadOptions(before, cart);
        expect(ways).toMatchObject({ buy: cart.show_buy, free: cart.show_free, ussd: cart.ussd });
        expect(ways.count).toBe(
          before.play + before.subscribe + (cart.show_buy || cart.show_free ? 1 : 0) + (cart.ussd === null ? 0 : 1),
        );
      }),
    );
  });
});

it('reset clears the counts, the flags of buying and free, and the code (spec 4.22)', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      expect(take(after(steps), 'reset')).toEqual({
        play: 0,
        subscribe: 0,
        buy: false,
        free: false,
        ussd: null,
        count: 0,
      });
    }),
  );
});

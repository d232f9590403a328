import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isRewind,
  mergeProgress,
  NO_PROGRESS,
  getPosition,
  POINTS_MAX,
  getResumePosition,
  createProgress,
  createSeenProgress,
  type Progress,
} from '../../../src/features/progress/progress.ts';

interface Save {
  at: number;
  when: number;
  rewound: boolean;
}

const DURATION = 6000;
const toProgress = ({ at, when, rewound }: Save) => createProgress(at, DURATION, when, rewound);
const fold = (saves: readonly Save[]) => saves.map(toProgress).reduce(mergeProgress, NO_PROGRESS);
/** Small ranges, so that saves at the same second and the same place come often; few, so that all of them are kept. */
const save = fc.record({
  at: fc.integer({ min: 0, max: 60 }).map((tens) => tens * 100),
  when: fc.integer({ min: 1, max: 12 }),
  rewound: fc.boolean(),
});
const saves = fc.array(save, { maxLength: POINTS_MAX });

/** The rule in one sentence: of what was saved since the newest rewind, the farthest. */
function farthestSinceRewind(all: readonly Save[]): number {
  const since = Math.max(0, ...all.filter(({ rewound }) => rewound).map(({ when }) => when));
  const counting = all.filter(({ when, rewound }) => when > since || (rewound && when === since));
  return Math.max(0, ...counting.map(({ at }) => at));
}

describe('the place of a viewer', () => {
  it('is the farthest since the newest rewind, in whatever order and how often the saves come', () => {
    fc.assert(
      fc.property(
        saves.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: 0 }))),
        ([all, repeated]) => {
          const place = getPosition(fold(all));
          expect(place).toBe(farthestSinceRewind(all));
          expect(fold([...repeated, ...all])).toEqual(fold(all));
        },
      ),
    );
  });

  it('does not depend on who merges with whom', () => {
    fc.assert(
      fc.property(saves, saves, saves, (x, y, z) => {
        const [a, b, c] = [fold(x.slice(0, 2)), fold(y.slice(0, 2)), fold(z.slice(0, 2))];
        expect(mergeProgress(a, b)).toEqual(mergeProgress(b, a));
        expect(mergeProgress(mergeProgress(a, b), c)).toEqual(mergeProgress(a, mergeProgress(b, c)));
        expect(mergeProgress(a, a)).toEqual(a);
        expect(mergeProgress(a, NO_PROGRESS)).toEqual(a);
      }),
    );
  });

  it('never goes back by a save that is no rewind', () => {
    fc.assert(
      fc.property(saves, save, (all, more) => {
        const before = fold(all);
        const after = mergeProgress(before, toProgress({ ...more, rewound: false }));
        expect(getPosition(after)).toBeGreaterThanOrEqual(getPosition(before));
      }),
    );
  });

  it('is where a rewind newer than everything went', () => {
    fc.assert(
      fc.property(saves, fc.integer({ min: 0, max: DURATION }), (all, at) => {
        expect(getPosition(fold([...all, { at, when: 13, rewound: true }]))).toBe(at);
      }),
    );
  });

  it('keeps no more places than it needs', () => {
    fc.assert(
      fc.property(fc.array(save, { maxLength: 60 }), (all) => {
        const { points } = fold(all);
        expect(points.length).toBeLessThanOrEqual(POINTS_MAX);
        for (const [index, point] of points.entries()) {
          const next = points[index + 1];
          if (next) expect([next.at < point.at, next.when > point.when]).toEqual([true, true]);
        }
      }),
    );
  });

  it.each<[string, Save[], number]>([
    ['an older tab', [save60(50, 100), save60(10, 200)], 3000],
    ['a save that comes late', [save60(50, 200), save60(40, 100)], 3000],
    ['a rewind', [save60(50, 100), { ...save60(5, 200), rewound: true }], 300],
    ['an offline phone from before the rewind', [{ ...save60(5, 200), rewound: true }, save60(70, 150)], 300],
    ['an offline phone that was watched after it', [{ ...save60(5, 200), rewound: true }, save60(70, 250)], 4200],
  ])('survives %s', (_, all, place) => {
    expect(getPosition(fold(all))).toBe(place);
  });
});

/** Minute `minute` of the title, saved at `when`. */
function save60(minute: number, when: number): Save {
  return { at: minute * 60, when, rewound: false };
}

describe('going on', () => {
  it.each([
    [4.9, null],
    [5, 5],
    [569.9, 569.9],
    [570, null],
    [600, null],
  ])('at %d of 600 seconds is at %s', (at, expected) => {
    expect(getResumePosition(createProgress(at, 600, 1, false))).toBe(expected);
  });

  it('knows that a title was seen to its end, also when it is watched again', () => {
    const secondViewing: Progress[] = [
      createProgress(590, 600, 10, false),
      createProgress(0, 600, 20, true),
      createProgress(60, 600, 80, false),
    ];
    const state = secondViewing.reduce(mergeProgress);
    expect([state.seen, getResumePosition(state)]).toEqual([10, 60]);
  });

  it('starts anew where a title was marked as seen by hand', () => {
    const state = mergeProgress(createProgress(300, 600, 10, false), createSeenProgress(20));
    expect([state.seen, getResumePosition(state)]).toEqual([20, null]);
  });
});

describe('a jump', () => {
  it.each([
    [{ from: 3000, to: 300, knownPosition: 3000 }, true],
    [{ from: 3000, to: 2990, knownPosition: 3010 }, true],
    [{ from: 3000, to: 2997, knownPosition: 3000 }, false],
    [{ from: 300, to: 3000, knownPosition: 300 }, false],
    // An old tab at minute ten, while minute fifty was reached elsewhere.
    [{ from: 600, to: 590, knownPosition: 3000 }, false],
  ])('%o is a rewind: %s', (jump, expected) => {
    expect(isRewind(jump)).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { getWindowState, isBackwards } from '../../../src/features/front/front-windows.ts';
import { readTitleRefs } from '../../../src/features/front/read-title-refs.ts';

describe('titles of a pasted text', () => {
  it.each([
    ['10, 12\n11', [10, 12, 11], []],
    ['۱۰،۱۲ ؛ ۱۰', [10, 12], []],
    ['https://pardeh.ir/en/movie/80?t=3 /series/101#x desk/titles/7/episodes', [80, 101, 7], []],
    ['80\u200c81 \u202e82', [80, 81, 82], []],
    ['خوک 80 /movie/x /person/9 1234567890 0', [80], ['خوک', '/movie/x', '/person/9', '1234567890', '0']],
    ['', [], []],
  ])('%j', (text, ids, unread) => {
    expect(readTitleRefs(text)).toEqual({ ids, unread });
  });
});

describe('the time in which something is shown', () => {
  it('begins at its first second and ends before its last', () => {
    const window = { starts_at: 100, ends_at: 200 };
    expect([99, 100, 199, 200].map((now) => getWindowState(window, now))).toEqual([
      ...['planned', 'shown', 'shown', 'over'],
    ]);
    expect(getWindowState({ starts_at: null, ends_at: null }, 5)).toBe('shown');
    expect(isBackwards({ starts_at: 200, ends_at: 200 })).toBe(true);
    expect(isBackwards({ starts_at: 200, ends_at: null })).toBe(false);
  });
});

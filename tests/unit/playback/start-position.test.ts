import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getStartPosition } from '../../../src/features/playback/client/first-frame/start-position.ts';
import { createProgress, NO_PROGRESS } from '../../../src/features/progress/progress.ts';

const BEGUN = createProgress(600, 6000, 1_800_000_000, false);
const FILM = 52;

const visit = (search: string) => {
  vi.stubGlobal('location', { search });
};
beforeEach(() => {
  vi.stubGlobal('document', { cookie: 'signed_in=1', documentElement: { dataset: {} } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('a film begins where its viewer was, else at its beginning', () => {
  visit('');
  expect(getStartPosition(FILM, BEGUN).startAt).toBe(600);
  expect(getStartPosition(FILM, NO_PROGRESS).startAt).toBeNull();
});

it('a link to a moment leads there, whatever was watched', () => {
  visit('?t=90');
  expect(getStartPosition(FILM, BEGUN)).toMatchObject({ linkedAt: 90, startAt: 90 });
  expect(getStartPosition(FILM, NO_PROGRESS).startAt).toBe(90);
  visit('?t=0');
  expect(getStartPosition(FILM, BEGUN).startAt).toBe(0);
});

it('what is no moment leads to where the viewer was', () => {
  for (const search of ['?t=', '?t=-1', '?t=1.5', '?t=x', '?t=999999', '?x=90']) {
    visit(search);
    expect(getStartPosition(FILM, BEGUN).startAt, search).toBe(600);
  }
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchFirstTouch } from '../../../src/shell/boot/first-touch.ts';

const TOUCHED = '../../../src/shell/boot/touched.ts';
let page: EventTarget;

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('Element', Map);
});
afterEach(() => {
  vi.doUnmock(TOUCHED);
  vi.unstubAllGlobals();
});

it('a script that did not load is loaded by the next touch, which brings no event of the first', async () => {
  const attempts = vi.fn(() => {
    throw new Error('offline');
  });
  vi.doMock(TOUCHED, attempts);
  watchFirstTouch();
  page.dispatchEvent(new Event('pointerdown'));
  page.dispatchEvent(new Event('pointermove'));
  await vi.waitFor(() => {
    expect(attempts).toHaveBeenCalled();
  });
  await new Promise((resolve) => setTimeout(resolve));
  // A move alone loads nothing.
  page.dispatchEvent(new Event('pointermove'));
  const types: string[] = [];
  vi.doMock(TOUCHED, () => ({
    watchTouched: (events: readonly Event[]) => {
      types.push(...events.map(({ type }) => type));
    },
  }));
  vi.resetModules();
  page.dispatchEvent(new Event('pointerdown'));
  page.dispatchEvent(new Event('pointerup'));
  await vi.waitFor(() => {
    expect(types).toEqual(['pointerdown', 'pointerup']);
  });
});

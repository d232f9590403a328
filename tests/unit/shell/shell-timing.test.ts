import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchDrag } from '../../../src/shell/boot/drag-scroll.ts';
import { loadAhead } from '../../../src/shell/boot/load-ahead.ts';
import { watchScroll } from '../../../src/shell/boot/scroll-state.ts';

/** The numbers of spec 9.15 as the specification has them: none is read from the product. */
const THRESHOLDS = [100, 300, 780];

type Listener = (event: object) => void;
let listeners: Map<string, Listener[]>;
const listen = (type: string, listener: Listener) => {
  listeners.set(type, [...(listeners.get(type) ?? []), listener]);
};
const dispatch = (type: string, event: object = {}) => {
  for (const listener of listeners.get(type) ?? []) listener(event);
};

beforeEach(() => {
  listeners = new Map();
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', listen);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the shell (spec 9.15)', () => {
  it('reads the scroll state 200 ms after a scroll, once for many scrolls', () => {
    const root = rootElement();
    watchScroll();
    vi.stubGlobal('scrollY', 500);
    dispatch('scroll');
    vi.advanceTimersByTime(150);
    dispatch('scroll');
    vi.advanceTimersByTime(49);
    expect(root.dataset['scrolled']).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(root.dataset['scrolled']).toBe('300');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('passes a threshold of 100, 300 and 780 px one pixel after it', () => {
    const root = rootElement();
    watchScroll();
    const stateAt = (y: number) => {
      vi.stubGlobal('scrollY', y);
      dispatch('scroll');
      vi.advanceTimersByTime(200);
      return root.dataset['scrolled'] ?? null;
    };
    expect(THRESHOLDS.map(stateAt)).toEqual([null, '100', '300']);
    expect(THRESHOLDS.map((y) => stateAt(y + 1))).toEqual(['100', '300', '780']);
  });

  it('gives the browser 2000 ms to become idle before links are fetched ahead', () => {
    const idle = vi.fn();
    vi.stubGlobal('document', { cookie: '', documentElement: { dataset: {} } });
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('HTMLScriptElement', { supports: () => false });
    vi.stubGlobal('window', { requestIdleCallback: idle });
    vi.stubGlobal('requestIdleCallback', idle);
    loadAhead();
    expect(idle).not.toHaveBeenCalled();
    dispatch('load');
    expect(idle.mock.calls).toEqual([[expect.any(Function), { timeout: 2000 }]]);
  });

  it.each([
    [5, false],
    [6, true],
    [-5, false],
    [-6, true],
  ])('a mouse that moved %i px has dragged a rail: %s', (moved, isDrag) => {
    class Element {
      scrollLeft = 0;
      closest() {
        return this;
      }
    }
    vi.stubGlobal('Element', Element);
    vi.stubGlobal('document', { addEventListener: listen });
    watchDrag();
    const rail = new Element();
    const click = { preventDefault: vi.fn(), stopPropagation: vi.fn() };
    dispatch('pointerdown', { type: 'pointerdown', pointerType: 'mouse', button: 0, target: rail, clientX: 400 });
    dispatch('pointermove', { type: 'pointermove', clientX: 400 + moved });
    dispatch('pointerup', { type: 'pointerup' });
    dispatch('click', click);
    expect(Math.abs(rail.scrollLeft)).toBe(isDrag ? Math.abs(moved) : 0);
    expect(click.preventDefault).toHaveBeenCalledTimes(isDrag ? 1 : 0);
  });
});

/** <html> of a page of 5000 px in a window of 800. */
function rootElement() {
  const root = {
    scrollHeight: 5000,
    dataset: {} as Record<string, string>,
    toggleAttribute: vi.fn(),
  };
  vi.stubGlobal('document', { documentElement: root });
  vi.stubGlobal('innerHeight', 800);
  return root;
}

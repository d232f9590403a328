import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../../../src/platform/client/api.ts';
import type { SearchResult } from '../../../src/features/search/contract.ts';
import { createSearch, isSuggestible } from '../../../src/features/search/client/search.ts';

const RESULT: SearchResult = {
  ...{ type: 'movie', id: 1, slug: null, name_fa: 'گاو', name_en: 'The Cow', year: 1969, iranian: true, art: null },
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A search whose API finds one result, unless it `fails`, and notes what it was asked. */
function searchWith({ fails = () => false }: { fails?: () => boolean } = {}) {
  const queries: string[] = [];
  const signals: AbortSignal[] = [];
  const api = (_call: unknown, { query }: { query: string }) => {
    queries.push(query);
    return Promise.resolve(fails() ? { ok: false, error: {} } : { ok: true, value: { data: [RESULT] } });
  };
  const search = createSearch((signal) => {
    signals.push(signal);
    return api as unknown as Api;
  });
  return { ...search, queries, signals };
}

describe('quick search while typing', () => {
  it.each([
    ['', false],
    ['گا', false],
    ['گ ا', false],
    ['گا؟', false],
    ['گاو', true],
    ['gav', true],
  ])('%j is enough for suggestions: %s (spec 4.15, 5.07)', (text, enough) => {
    expect(isSuggestible(text)).toBe(enough);
  });

  it('asks once, 200 ms after the last letter (spec 9.15)', async () => {
    const { $search, type, queries } = searchWith();
    type('گاو');
    await vi.advanceTimersByTimeAsync(199);
    type('گاوخ');
    await vi.advanceTimersByTimeAsync(199);
    expect(queries).toEqual([]);
    expect($search.get().state).toBe('busy');
    await vi.advanceTimersByTimeAsync(1);
    expect(queries).toEqual(['گاوخ']);
    expect($search.get()).toEqual({ state: 'ready', query: 'گاوخ', results: [RESULT] });
  });

  it('is cleared below three letters, and what was on its way is ended (spec 4.15)', async () => {
    const { $search, type, queries, signals } = searchWith();
    type('گاو');
    await vi.advanceTimersByTimeAsync(200);
    expect($search.get().results).toHaveLength(1);
    type('گا');
    expect($search.get()).toEqual({ state: 'idle', query: '', results: [] });
    await vi.advanceTimersByTimeAsync(1000);
    expect(queries).toHaveLength(1);
    expect(signals[0]?.aborted).toBe(true);
  });

  it('keeps the results shown while the next are on their way, and empties them on failure (spec 8.08)', async () => {
    let broken = false;
    const { $search, type } = searchWith({ fails: () => broken });
    type('گاو');
    await vi.advanceTimersByTimeAsync(200);
    broken = true;
    type('گاوم');
    expect($search.get()).toEqual({ state: 'busy', query: 'گاوم', results: [RESULT] });
    await vi.advanceTimersByTimeAsync(200);
    expect($search.get()).toEqual({ state: 'ready', query: 'گاوم', results: [] });
  });

  it('does not ask again for what is shown', async () => {
    const { type, queries } = searchWith();
    type('گاو');
    await vi.advanceTimersByTimeAsync(200);
    type(' گاو ');
    await vi.advanceTimersByTimeAsync(200);
    expect(queries).toEqual(['گاو']);
  });
});

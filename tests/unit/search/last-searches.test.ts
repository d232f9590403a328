import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  $lastSearches,
  clearLastSearches,
  deleteSearch,
  loadLastSearches,
  parseTerms,
  putSearch,
  addTerm,
} from '../../../src/features/search/client/last-searches.ts';

describe('withTerm (spec 5.10)', () => {
  it('moves a repeated term to the end', () => {
    expect(addTerm(['a', 'b', 'c'], 'a')).toEqual(['b', 'c', 'a']);
  });
  it('drops the oldest of more than five', () => {
    expect(addTerm(['a', 'b', 'c', 'd', 'e'], 'f')).toEqual(['b', 'c', 'd', 'e', 'f']);
  });
  it('ignores empty terms and trims the others', () => {
    expect(addTerm(['a'], '  ')).toEqual(['a']);
    expect(addTerm(['a'], ' a ')).toEqual(['a']);
  });
});

describe('parseTerms', () => {
  it.each([null, '', 'no json', '{"a":1}', '[1]'])('reads %j as nothing', (text) => {
    expect(parseTerms(text)).toEqual([]);
  });
  it('cuts a stored list that is too long', () => {
    expect(parseTerms('["a","b","c","d","e","f"]')).toEqual(['b', 'c', 'd', 'e', 'f']);
  });
});

describe('the stored list', () => {
  const entries = new Map<string, string>();
  beforeEach(() => {
    entries.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => entries.set(key, value),
      removeItem: (key: string) => entries.delete(key),
    });
    vi.stubGlobal('document', { documentElement: { dataset: {} } });
  });

  it('survives the page and keeps what another tab added', () => {
    putSearch('a');
    entries.set('last_searches', '["a","from another tab"]');
    putSearch('b');
    $lastSearches.set([]);
    loadLastSearches();
    expect($lastSearches.get()).toEqual(['a', 'from another tab', 'b']);
  });
  it('is empty once cleared', () => {
    putSearch('a');
    clearLastSearches();
    loadLastSearches();
    expect($lastSearches.get()).toEqual([]);
  });
  it('forgets one term, and keeps the others', () => {
    for (const term of ['a', 'b', 'c']) putSearch(term);
    deleteSearch('b');
    loadLastSearches();
    expect($lastSearches.get()).toEqual(['a', 'c']);
  });
  it('is neither read nor written in kids mode', () => {
    putSearch('a');
    vi.stubGlobal('document', { documentElement: { dataset: { kids: '' } } });
    putSearch('b');
    loadLastSearches();
    expect($lastSearches.get()).toEqual([]);
    expect(entries.get('last_searches')).toBe('["a"]');
  });
  it('lives as long as the page where storage is switched off', () => {
    clearLastSearches();
    vi.stubGlobal('localStorage', undefined);
    putSearch('a');
    putSearch('b');
    expect($lastSearches.get()).toEqual(['a', 'b']);
  });
});

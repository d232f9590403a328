import { atom } from 'nanostores';
import * as v from 'valibot';
import { isKids } from '../../../platform/client/kids.ts';
import { LAST_SEARCHES_MAX } from '../../../platform/config/constants.ts';

const KEY = 'last_searches';
const stored = v.array(v.string());

/** Spec 3.21: oldest first. */
export const $lastSearches = atom<readonly string[]>([]);

/** Spec 5.10: a repeated term moves to the end; five are kept; empty ones are ignored. */
export function addTerm(terms: readonly string[], term: string): readonly string[] {
  const trimmed = term.trim();
  if (trimmed === '') return terms;
  return [...terms.filter((other) => other !== trimmed), trimmed].slice(-LAST_SEARCHES_MAX);
}

/** Never throws: other content is not terms. */
export function parseTerms(text: string | null): readonly string[] {
  try {
    const parsed = v.safeParse(stored, JSON.parse(text ?? '[]'));
    return parsed.success ? parsed.output.reduce<readonly string[]>(addTerm, []) : [];
  } catch {
    return [];
  }
}

/** Kids mode neither shows the terms of the device's owner nor adds to them. */
export function loadLastSearches(): void {
  $lastSearches.set(isKids() ? [] : parseTerms(read()));
}

/** Reads first: another tab may have added terms. */
export function putSearch(term: string): void {
  if (!isKids()) save(addTerm(parseTerms(read()), term));
}

export function deleteSearch(term: string): void {
  save(parseTerms(read()).filter((other) => other !== term));
}

export function clearLastSearches(): void {
  save([]);
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage is disabled: the terms live as long as the page.
    return JSON.stringify($lastSearches.get());
  }
}

function save(terms: readonly string[]): void {
  $lastSearches.set(terms);
  try {
    if (terms.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(terms));
  } catch {
    // Storage is disabled or full.
  }
}

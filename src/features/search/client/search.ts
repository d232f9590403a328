import { map, type MapStore } from 'nanostores';
import type { Api } from '../../../platform/client/api.ts';
import { FETCH_DELAY_MS, QUICK_SEARCH_MIN } from '../../../platform/config/constants.ts';
import { quickSearch, type SearchResult } from '../contract.ts';
import { foldForSearch } from '../../../platform/text/persian-text.ts';

export interface Suggestions {
  state: 'idle' | 'busy' | 'ready'; // `ready`: `results` answer `query`
  query: string;
  results: readonly SearchResult[];
}

export interface Search {
  $search: MapStore<Suggestions>;
  type: (text: string) => void;
  clear: () => void;
}

const NOTHING: Suggestions = { state: 'idle', query: '', results: [] };

/** Spec 4.15, 5.07: three letters after folding, without spaces. */
export function isSuggestible(text: string): boolean {
  return [...foldForSearch(text).replaceAll(' ', '')].length >= QUICK_SEARCH_MIN;
}

/** Spec 4.15: asks 200 ms after the last letter and aborts the previous request; empty on errors (8.08). */
export function createSearch(apiUntil: (signal: AbortSignal) => Api): Search {
  const $search = map<Suggestions>(NOTHING);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request = new AbortController();

  const runSearch = async (query: string, { signal }: AbortController) => {
    const result = await apiUntil(signal)(quickSearch, { query });
    if (signal.aborted) return;
    $search.set({ state: 'ready', query, results: result.ok ? result.value.data : [] });
  };

  const forget = () => {
    clearTimeout(timer);
    request.abort();
    request = new AbortController();
  };

  const clear = () => {
    forget();
    $search.set(NOTHING);
  };

  const type = (text: string) => {
    const query = text.trim();
    if (!isSuggestible(query)) {
      clear();
      return;
    }
    const current = $search.get();
    if (query === current.query && current.state !== 'idle') return;
    forget();
    // The previous results stay while the next ones load, so that the list does not flicker.
    $search.set({ state: 'busy', query, results: current.results });
    timer = setTimeout(() => void runSearch(query, request), FETCH_DELAY_MS);
  };

  return { $search, type, clear };
}

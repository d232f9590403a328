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
  let asked = new AbortController();

  const runSearch = async (query: string, { signal }: AbortController) => {
    const result = await apiUntil(signal)(quickSearch, { query });
    if (signal.aborted) return;
    $search.set({ state: 'ready', query, results: result.ok ? result.value.data : [] });
  };

  const forget = () => {
    clearTimeout(timer);
    asked.abort();
    asked = new AbortController();
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
    const shown = $search.get();
    if (query === shown.query && shown.state !== 'idle') return;
    forget();
    // The previous results stay while the next ones load, so that the list does not flicker.
    $search.set({ state: 'busy', query, results: shown.results });
    timer = setTimeout(() => void runSearch(query, asked), FETCH_DELAY_MS);
  };

  return { $search, type, clear };
}

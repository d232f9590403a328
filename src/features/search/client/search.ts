import { map, type MapStore } from 'nanostores';
import type { Api } from '../../../platform/client/api.ts';
import { FETCH_DELAY_MS, QUICK_SEARCH_MIN } from '../../../platform/config/constants.ts';
import { quickSearch, type SearchResult } from '../contract.ts';
import { foldForSearch } from '../../../platform/text/persian-text.ts';

export interface Suggestions {
  /** `idle`: nothing asked; `busy`: waiting; `ready`: `results` answer `query`. */
  state: 'idle' | 'busy' | 'ready';
  query: string;
  results: readonly SearchResult[];
}

export interface Search {
  $search: MapStore<Suggestions>;
  /** Takes what the field holds now. */
  type: (text: string) => void;
  clear: () => void;
}

const NOTHING: Suggestions = { state: 'idle', query: '', results: [] };

/** Whether a text is long enough for suggestions (spec 4.15, 5.07): three letters once folded, spaces apart. */
export function suggestible(text: string): boolean {
  return [...foldForSearch(text).replaceAll(' ', '')].length >= QUICK_SEARCH_MIN;
}

/**
 * Quick search (spec 4.15): asks 200 ms after the last letter, clears below three letters, empties on failure (8.08).
 * A newer question ends the request of the older one. `apiUntil` gives the API for requests that a signal ends.
 */
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
    if (!suggestible(query)) {
      clear();
      return;
    }
    const shown = $search.get();
    if (query === shown.query && shown.state !== 'idle') return;
    forget();
    // The results shown stay while the next ones are on their way, so that the list does not flicker.
    $search.set({ state: 'busy', query, results: shown.results });
    timer = setTimeout(() => void runSearch(query, asked), FETCH_DELAY_MS);
  };

  return { $search, type, clear };
}

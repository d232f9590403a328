import { quickSearch as quickSearchCall, search as searchCall } from '../../../contract/search.ts';
import { serve, type Api } from '../../lib/serve.ts';
import { quickSearch } from './quick-search.ts';
import { search } from './search.ts';

/** Mounts every call of contract/search.ts. */
export function mountSearch(app: Api): void {
  serve(app, quickSearchCall, quickSearch);
  serve(app, searchCall, search);
}

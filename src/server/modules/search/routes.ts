import { quickSearch as quickSearchCall, search as searchCall } from '../../../contract/search.ts';
import { serve, type Api } from '../../lib/serve.ts';
import { quickSearch } from './quick-search.ts';
import { search } from './search.ts';

/** Mounts every call of contract/search.ts. */
export function mountSearch(app: Api): void {
  serve(app, quickSearchCall, (context, input) => quickSearch(context, { ...input, maxAge: context.maxAge }));
  serve(app, searchCall, (context, input) => search(context, { ...input, maxAge: context.maxAge }));
}

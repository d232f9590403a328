import { quickSearch as quickSearchCall, search as searchCall } from '../contract.ts';
import { reportEmptySearch } from '../empty-search-contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { countEmptySearch } from './empty-searches.ts';
import { quickSearch } from './quick-search.ts';
import { search } from './search.ts';

export function mountSearch(app: Api): void {
  serve(app, quickSearchCall, (context, input) => quickSearch(context, { ...input, maxAge: context.maxAge }));
  serve(app, reportEmptySearch, countEmptySearch);
  serve(app, searchCall, (context, input) => search(context, { ...input, maxAge: context.maxAge }));
}

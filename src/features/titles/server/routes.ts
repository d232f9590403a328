import * as calls from '../contract/catalogue.ts';
import { serve, type Api } from '../../../platform/http/serve.ts';
import { getCategory } from './category.ts';
import { getCategories, getFacets, getGenres } from './facets.ts';
import { listTitles } from './list-titles.ts';
import { getTitle } from './title-details.ts';
import { getTitleKind } from './title-kind.ts';

export function mountTitles(app: Api): void {
  serve(app, calls.getTitle, getTitle);
  serve(app, calls.getTitleKind, getTitleKind);
  serve(app, calls.listTitles, listTitles);
  serve(app, calls.getGenres, getGenres);
  serve(app, calls.getFacets, getFacets);
  serve(app, calls.getCategories, getCategories);
  serve(app, calls.getCategory, getCategory);
}

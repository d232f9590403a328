import * as calls from '../../../contract/catalogue.ts';
import { serve, type Api } from '../../lib/serve.ts';
import { getCategory } from './category.ts';
import { getChannels } from './channels.ts';
import { getCategories, getGenres } from './facets.ts';
import { listTitles } from './list-titles.ts';
import { getDiscover, getLists } from './lists.ts';
import { getMagazine } from './magazine.ts';
import { listMagazines } from './magazines.ts';
import { getPerson, listPeople } from './people.ts';
import { getSlider } from './slider.ts';
import { getTitle } from './title-details.ts';
import { getTitleKind } from './title-kind.ts';

/** Mounts every call of contract/catalogue.ts. */
export function mountCatalogue(app: Api): void {
  serve(app, calls.getDiscover, getDiscover);
  serve(app, calls.getSlider, getSlider);
  serve(app, calls.getTitle, getTitle);
  serve(app, calls.getTitleKind, getTitleKind);
  serve(app, calls.listTitles, listTitles);
  serve(app, calls.getLists, getLists);
  serve(app, calls.getGenres, getGenres);
  serve(app, calls.getCategories, getCategories);
  serve(app, calls.getCategory, getCategory);
  serve(app, calls.getMagazine, getMagazine);
  serve(app, calls.listMagazines, listMagazines);
  serve(app, calls.listPeople, listPeople);
  serve(app, calls.getPerson, getPerson);
  serve(app, calls.getChannels, getChannels);
}

import * as calls from '../../../contract/catalogue.ts';
import * as live from '../../../contract/live.ts';
import * as magazines from '../../../contract/magazines.ts';
import * as people from '../../../contract/people.ts';
import { serve, type Api } from '../../lib/serve.ts';
import { getCategory } from './category.ts';
import { getCasts } from './casts.ts';
import { getChannels } from './channels.ts';
import { getCategories, getFacets, getGenres } from './facets.ts';
import { getGuide } from './guide.ts';
import { listTitles } from './list-titles.ts';
import { getDiscover, getLists } from './lists.ts';
import { getMagazine } from './magazine.ts';
import { listMagazines } from './magazines.ts';
import { listPeople } from './people.ts';
import { getPerson, listPersonWorks } from './person.ts';
import { getSlider } from './slider.ts';
import { getTitle } from './title-details.ts';
import { getTitleKind } from './title-kind.ts';

/** Mounts every call about titles, people, magazines and channels. */
export function mountCatalogue(app: Api): void {
  serve(app, calls.getDiscover, getDiscover);
  serve(app, calls.getSlider, getSlider);
  serve(app, calls.getTitle, getTitle);
  serve(app, calls.getTitleKind, getTitleKind);
  serve(app, calls.listTitles, listTitles);
  serve(app, calls.getLists, getLists);
  serve(app, calls.getGenres, getGenres);
  serve(app, calls.getFacets, getFacets);
  serve(app, calls.getCategories, getCategories);
  serve(app, calls.getCategory, getCategory);
  serve(app, magazines.getMagazine, getMagazine);
  serve(app, magazines.listMagazines, listMagazines);
  serve(app, people.getCasts, getCasts);
  serve(app, people.listPeople, listPeople);
  serve(app, people.getPerson, getPerson);
  serve(app, people.listPersonWorks, listPersonWorks);
  serve(app, live.getChannels, getChannels);
  serve(app, live.getGuide, getGuide);
}

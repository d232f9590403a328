import { getAppDetails } from '../features/site/contract.ts';
import { getPlans } from '../features/checkout/contract.ts';
import { getSlider } from '../features/home/contract.ts';
import * as catalogue from '../features/titles/contract/catalogue.ts';
import { getChannels, getGuide } from '../features/live/contract.ts';
import { getMagazine, listMagazines } from '../features/magazines/contract.ts';
import * as people from '../features/people/contract.ts';
import { getScreening, listScreenings } from '../features/screenings/contract.ts';
import { quickSearch, search } from '../features/search/contract.ts';

const SHARED_CALLS = [
  ...[catalogue.getDiscover, getSlider, catalogue.getTitle, catalogue.getTitleKind, catalogue.listTitles],
  ...[catalogue.getLists, catalogue.getGenres, catalogue.getFacets, catalogue.getCategories, catalogue.getCategory],
  ...[people.getCasts, people.listPeople, people.getPerson, people.listPersonWorks],
  ...[getMagazine, listMagazines, getChannels, getGuide, getScreening, listScreenings],
  ...[quickSearch, search, getAppDetails, getPlans],
];

const PATHS = SHARED_CALLS.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`));

export function isSharedCall(path: string): boolean {
  return PATHS.some((pattern) => pattern.test(path));
}

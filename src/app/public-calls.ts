import { getAppDetails } from '../features/site/contract.ts';
import { getPlans } from '../features/checkout/contract.ts';
import { listComments } from '../features/comments/contract.ts';
import { getSlider } from '../features/home/contract.ts';
import * as catalogue from '../features/titles/contract/catalogue.ts';
import { getChannels, getGuide } from '../features/live/contract.ts';
import { getMagazine, listMagazines } from '../features/magazines/contract.ts';
import * as people from '../features/people/contract.ts';
import { getScreening, listScreenings } from '../features/screenings/contract.ts';
import type { Call } from '../platform/http/call.ts';
import { quickSearch, search } from '../features/search/contract.ts';

const CATALOGUE_CALLS: readonly Call[] = [
  ...[catalogue.getDiscover, getSlider, catalogue.getTitle, catalogue.getTitleKind, catalogue.listTitles],
  ...[catalogue.getLists, catalogue.getGenres, catalogue.getFacets, catalogue.getCategories, catalogue.getCategory],
  ...[people.getCasts, people.listPeople, people.getPerson, people.listPersonWorks],
  ...[getMagazine, listMagazines, getAppDetails],
];
const SHARED_CALLS = [
  ...CATALOGUE_CALLS,
  ...[getChannels, getGuide, getScreening, listScreenings, quickSearch, search, getPlans],
];

const PATHS = SHARED_CALLS.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`));

export function isSharedCall(path: string): boolean {
  return PATHS.some((pattern) => pattern.test(path));
}

/** A guest's answer depends on the input, the language, kids mode and the variant alone (decision 123). */
const SAME_FOR_GUESTS = new Set([...CATALOGUE_CALLS, listComments].map(({ name }) => name));

export function isSameForGuests({ name }: Call): boolean {
  return SAME_FOR_GUESTS.has(name);
}

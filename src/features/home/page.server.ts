import { limitValidUntil, markValidUntil } from '../../platform/http/cache/mark-valid-until.ts';
import type { Output } from '../../platform/http/calls/call.ts';
import { failPage } from '../../platform/http/pages/fail-page.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { getValidUntil, hasEnded } from '../live/valid-until.ts';
import { getCasts } from '../people/contract.ts';
import { getGenreArt } from '../titles/contract/catalogue.ts';
import { getDiscover, type getSlider } from './contract.ts';
import { tehranDayEnd, tehranMidnight } from '../../platform/text/tehran-week.ts';
import { createSliderLoader, type SliderFault } from './load-slider.server.ts';

const PEOPLE_OF_GROUP = 3;
const MAX_LISTS = 6;
const LISTS_BEFORE_LIVE = 1;
/** Cards by a list's shape: as many as 2560 px show. */
const MAX_CARDS = { posters: 11, wide: 6, ranked: 10, collection: 5 };

type Rails = Output<typeof getDiscover>['data']['data'];

/** The home page shows the first lists; /lists has all. A card moves back where the two rails above show it. */
function shorten(rails: Rails): Rails {
  const shorter: Rails = [];
  for (const rail of rails.slice(0, MAX_LISTS)) {
    const above = new Set(shorter.slice(-2).flatMap(({ items }) => items.map(nameCard)));
    const items =
      rail.layout === 'ranked' ? rail.items : rail.items.toSorted((a, b) => order(a, above) - order(b, above));
    shorter.push({ ...rail, items: items.slice(0, MAX_CARDS[rail.layout ?? 'posters']) });
  }
  return shorter;
}

const nameCard = ({ kind, id }: { kind: string; id: number }) => `${kind} ${String(id)}`;
const order = (card: { kind: string; id: number }, above: ReadonlySet<string>) => Number(above.has(nameCard(card)));

/** The viewer's own rails come before a list of their shape, wide stills and posters, where there is one. */
function placeOwn(rails: Rails) {
  const find = (layout: string, from: number) => {
    const at = rails.findIndex((rail, index) => index >= from && (rail.layout ?? 'posters') === layout);
    return at === -1 ? Math.max(from, rails.length) : at;
  };
  const episodesAt = find('wide', LISTS_BEFORE_LIVE + 1);
  const becauseAt = find('posters', episodesAt);
  return {
    beforeLive: rails.slice(0, LISTS_BEFORE_LIVE),
    beforeEpisodes: rails.slice(LISTS_BEFORE_LIVE, episodesAt),
    beforeBecause: rails.slice(episodesAt, becauseAt),
    last: rails.slice(becauseAt),
  };
}

/** The page ends with the first programme, and where a slide's act changes: at its screening, release or last day. */
function limitToSlider(
  response: { headers: Headers },
  { sliders, live }: Output<typeof getSlider>['data']['data'],
): void {
  const until = getValidUntil(live);
  if (until !== undefined) limitValidUntil(response.headers, until);
  for (const { offer, release_date: day, available_until: last } of sliders) {
    markValidUntil(response, offer?.screening ?? null);
    const changes = [...(day ? [tehranMidnight(day)] : []), ...(last ? [tehranDayEnd(last)] : [])];
    for (const at of changes.filter((second) => second > Date.now() / 1000)) limitValidUntil(response.headers, at);
  }
}

/** Loads the home page. `rails` is null after a failed call; the page fails only if the slider failed too. */
export async function loadHome(page: PageContext) {
  const { api } = page.locals;
  const faults: SliderFault[] = [];
  const getSlider = createSliderLoader(api, (fault) => faults.push(fault));
  const [first, discover, casts, art] = await Promise.all([
    getSlider(),
    api(getDiscover, {}),
    api(getCasts, {}),
    api(getGenreArt, {}),
  ]);
  // A kept answer of a provider may show programmes that have ended.
  const slider = first && hasEnded(first.live) ? await getSlider({ reload: true }) : first;
  if (!slider && !discover.ok) failPage(page, discover.error);
  if (slider) limitToSlider(page.response, slider);
  const rails = discover.ok ? placeOwn(shorten(discover.value.data.data)) : null;
  const groups = casts.ok ? casts.value.data : [];
  const people = groups.flatMap((group) => group.people.slice(0, PEOPLE_OF_GROUP));
  return { slider, rails, people, genreArt: art.ok ? art.value.data : {}, faults };
}

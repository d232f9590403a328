import { VALID_UNTIL_HEADER } from '../../platform/config/session.ts';
import { failPage } from '../../platform/http/pages/fail-page.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { getValidUntil, hasEnded } from '../live/valid-until.ts';
import { getDiscover } from './contract.ts';
import { createSliderLoader, type SliderFault } from './load-slider.server.ts';

/** Loads the home page. `rails` is null after a failed call; the page fails only if the slider failed too. */
export async function loadHome(page: PageContext) {
  const { api } = page.locals;
  const faults: SliderFault[] = [];
  const getSlider = createSliderLoader(api, (fault) => faults.push(fault));
  const [first, discover] = await Promise.all([getSlider(), api(getDiscover, {})]);
  // A kept answer of a provider may show programmes that have ended.
  const slider = first && hasEnded(first.live) ? await getSlider({ reload: true }) : first;
  if (!slider && !discover.ok) failPage(page, discover.error);
  const until = slider ? getValidUntil(slider.live) : undefined;
  if (until !== undefined) page.response.headers.set(VALID_UNTIL_HEADER, String(until));
  return { slider, rails: discover.ok ? discover.value.data.data : null, faults };
}

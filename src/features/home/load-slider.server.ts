import { DEFAULT_SLIDER_REF } from '../../platform/config/constants.ts';
import { getSlider } from './contract.ts';
import type { Output } from '../../platform/http/call.ts';

type Slider = Output<typeof getSlider>['data']['data'];

/** Null on errors. Logs an invalid answer as a warning, a failed call as an error (spec 8.14). */
export async function loadSlider(api: App.Locals['api']): Promise<Slider | null> {
  const answer = await api(getSlider, { ref: DEFAULT_SLIDER_REF });
  if (answer.ok) return answer.value.data.data;
  const { code, message, status } = answer.error;
  if (code === 'unknown' && status === 502) console.warn(`پاسخ اسلایدر نامعتبر است: ${message}`);
  else console.error(`slider: ${code} ${message}`);
  return null;
}

export type LoadSlider = (options?: { reload: boolean }) => Promise<Slider | null>;

/** Loads once per page; again after a failure or on request (spec 4.24). A failed reload keeps the loaded slider. */
export function createSliderLoader(api: App.Locals['api']): LoadSlider {
  let loaded: Promise<Slider | null> | undefined;
  return async ({ reload } = { reload: false }) => {
    const earlier = await loaded;
    if (!reload && earlier) return earlier;
    loaded = loadSlider(api).then((slider) => slider ?? earlier ?? null);
    return loaded;
  };
}

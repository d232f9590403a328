import { DEFAULT_SLIDER_REF } from '../../platform/config/constants.ts';
import { getSlider } from './contract.ts';
import type { Output } from '../../platform/http/call.ts';

type Slider = Output<typeof getSlider>['data']['data'];

/**
 * The hero slides and what is live; null where they could not be had. The page goes without them and says nothing:
 * an answer that is none is a warning in the log, a failed call an error (spec 8.14).
 */
export async function loadSlider(api: App.Locals['api']): Promise<Slider | null> {
  const answer = await api(getSlider, { ref: DEFAULT_SLIDER_REF });
  if (answer.ok) return answer.value.data.data;
  const { code, message, status } = answer.error;
  if (code === 'unknown' && status === 502) console.warn(`پاسخ اسلایدر نامعتبر است: ${message}`);
  else console.error(`slider: ${code} ${message}`);
  return null;
}

export type LoadSlider = (options?: { reload: boolean }) => Promise<Slider | null>;

/**
 * The slider of one page: asked for once, and again only where a reload is requested or none could be had (spec 4.24).
 * A reload that fails leaves what was loaded.
 */
export function createSliderLoader(api: App.Locals['api']): LoadSlider {
  let loaded: Promise<Slider | null> | undefined;
  return async ({ reload } = { reload: false }) => {
    const earlier = await loaded;
    if (!reload && earlier) return earlier;
    loaded = loadSlider(api).then((slider) => slider ?? earlier ?? null);
    return loaded;
  };
}

import { DEFAULT_SLIDER_REF } from '../../platform/config/constants.ts';
import { getSlider } from './contract.ts';
import type { Output } from '../../platform/http/calls/call.ts';

type Slider = Output<typeof getSlider>['data']['data'];

export interface SliderFault {
  level: 'warn' | 'error';
  text: string;
}

/** Null on errors. Logs an invalid answer as a Persian warning, a failed call as an error (spec 8.14). */
export async function loadSlider(
  api: App.Locals['api'],
  onFault: (fault: SliderFault) => void = () => undefined,
): Promise<Slider | null> {
  const answer = await api(getSlider, { ref: DEFAULT_SLIDER_REF });
  if (answer.ok) return answer.value.data.data;
  const { code, message, status } = answer.error;
  const isInvalid = code === 'invalid_answer' || (code === 'unknown' && status === 502);
  const fault: SliderFault = isInvalid
    ? { level: 'warn', text: 'پاسخ اسلایدر نامعتبر است' }
    : { level: 'error', text: `slider: ${code}` };
  if (isInvalid) console.warn(`${fault.text}: ${message}`);
  else console.error(`${fault.text}: ${message}`);
  onFault(fault);
  return null;
}

export type LoadSlider = (options?: { reload: boolean }) => Promise<Slider | null>;

/** Loads once per page; again after a failure or on request (spec 4.24). A failed reload keeps the loaded slider. */
export function createSliderLoader(api: App.Locals['api'], onFault?: (fault: SliderFault) => void): LoadSlider {
  let loaded: Promise<Slider | null> | undefined;
  return async ({ reload } = { reload: false }) => {
    const earlier = await loaded;
    if (!reload && earlier) return earlier;
    loaded = loadSlider(api, onFault).then((slider) => slider ?? earlier ?? null);
    return loaded;
  };
}

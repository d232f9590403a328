import { getSlider, getDiscover } from '../contract.ts';
import { getDiscover as readDiscover } from '../../lists/server/lists.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { getSlider as readSlider } from './slider.ts';

export function mountHome(app: Api): void {
  serve(app, getDiscover, readDiscover);
  serve(app, getSlider, readSlider);
}

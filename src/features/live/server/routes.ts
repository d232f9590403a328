import * as calls from '../contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { getChannels } from './channels.ts';
import { getGuide } from './guide.ts';
import { getLivePlay } from './live-play.ts';

export function mountLive(app: Api): void {
  serve(app, calls.getChannels, getChannels);
  serve(app, calls.getGuide, getGuide);
  serve(app, calls.getLivePlay, getLivePlay);
}

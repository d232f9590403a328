import * as calls from '../../../contract/live.ts';
import { serve, type Api } from '../../lib/serve.ts';
import { getLivePlay } from './live-play.ts';

/** Mounts what plays of channels; what is known of them is the catalogue's. */
export function mountLive(app: Api): void {
  serve(app, calls.getLivePlay, getLivePlay);
}

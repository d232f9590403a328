import { serve, type Api } from '../../../platform/http/serve.ts';
import { castAddress as castCall, renewPlay as call } from '../contract.ts';
import { castAddress } from './cast-address.ts';
import { renewPlay } from './renew-play.ts';

export function mountPlayback(app: Api): void {
  serve(app, call, renewPlay);
  serve(app, castCall, castAddress);
}

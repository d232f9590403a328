import { serve, type Api } from '../../../platform/http/serve.ts';
import { renewPlay as call } from '../contract.ts';
import { renewPlay } from './renew-play.ts';

export function mountPlayback(app: Api): void {
  serve(app, call, renewPlay);
}

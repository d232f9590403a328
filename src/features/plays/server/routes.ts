import { countPlay as call } from '../contract.ts';
import { serve, type Api } from '../../../platform/http/serve.ts';
import { countPlay } from './count-play.ts';

export function mountPlays(app: Api): void {
  serve(app, call, countPlay);
}

import * as calls from '../../../contract/screenings.ts';
import { serve, type Api } from '../../lib/serve.ts';
import { getScreening, listScreenings } from './screenings.ts';

/** Mounts every call of contract/screenings.ts. */
export function mountScreenings(app: Api): void {
  serve(app, calls.listScreenings, listScreenings);
  serve(app, calls.getScreening, getScreening);
}

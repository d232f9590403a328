import * as calls from '../contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { getScreening, listScreenings } from './screenings.ts';

export function mountScreenings(app: Api): void {
  serve(app, calls.listScreenings, listScreenings);
  serve(app, calls.getScreening, getScreening);
}

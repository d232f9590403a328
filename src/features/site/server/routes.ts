import * as calls from '../contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { getAppDetails } from './details.ts';

export function mountApp(app: Api): void {
  serve(app, calls.getAppDetails, getAppDetails);
}

import * as calls from '../../../contract/app.ts';
import { serve, type Api } from '../../lib/serve.ts';
import { getAppDetails } from './details.ts';
import { getGateways } from './gateways.ts';
import { getPlans } from './plans.ts';

/** Mounts every call of contract/app.ts. */
export function mountApp(app: Api): void {
  serve(app, calls.getPlans, getPlans);
  serve(app, calls.getAppDetails, getAppDetails);
  serve(app, calls.getGateways, getGateways);
}

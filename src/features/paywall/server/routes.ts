import * as calls from '../contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { getCart } from './entitlement.ts';

/** The calls for a session and for guests differ only in the viewer. */
export function mountEntitlement(app: Api): void {
  serve(app, calls.getCart, getCart);
  serve(app, calls.getGhostCart, (context, input) => getCart({ ...context, user: null }, input));
}

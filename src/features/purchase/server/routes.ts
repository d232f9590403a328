import * as calls from '../../watch-options/contract.ts';
import { serve, type Api } from '../../../platform/http/serve.ts';
import { getCart } from './cart.ts';

/** Mounts both carts: the call with a session and the one for anonymous visitors differ only in who is asking. */
export function mountCart(app: Api): void {
  serve(app, calls.getCart, getCart);
  serve(app, calls.getGhostCart, (context, input) => getCart({ ...context, user: null }, input));
}

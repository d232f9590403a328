import * as calls from '../../../contract/cart.ts';
import { serve, type Api } from '../../lib/serve.ts';
import { getCart } from './cart.ts';

/** Mounts both carts: the call with a session and the one for anonymous visitors differ only in who is asking. */
export function mountCart(app: Api): void {
  serve(app, calls.getCart, getCart);
  serve(app, calls.getGhostCart, (context, input) => getCart({ ...context, user: null }, input));
}

import type { Input, Output } from '../../platform/http/calls/call.ts';
import { getVariant } from '../../platform/config/variants.ts';
import type { getCart as cartCall } from '../../features/paywall/contract.ts';
import type { ProviderContext } from './context.ts';
import { loadCart } from './entitlement.ts';
import { readFlag } from './read.ts';
import { loadUserFields, readOperators } from './user-fields.ts';

/** The cart with the note on full rate (spec 1.08, 1.09): of the user's record, which is not part of the cart. */
export async function getCart(
  context: ProviderContext,
  input: Input<typeof cartCall>,
  isGuest: boolean,
): Promise<Output<typeof cartCall>> {
  const [cart, fullrate] = await Promise.all([
    loadCart(context, input, isGuest),
    loadFullrate(context, isGuest || input.force_to_buy === true || input.force_to_buy === 1),
  ]);
  const { data } = cart.data;
  return { data: { data: { ...data, billing: { ...data.billing, ...fullrate } } } };
}

async function loadFullrate(context: ProviderContext, isWithoutUser: boolean) {
  const { isRestricted, givesSubscription } = getVariant(context.env, context.host);
  const user = isWithoutUser || isRestricted ? null : await loadUserFields(context).catch(() => null);
  const isSubscribed = givesSubscription || (user !== null && readFlag(user, 'subscription') === true);
  const operators = user && readOperators(user);
  return { fullrate_note: isSubscribed && !isRestricted, fullrate_operators: operators };
}

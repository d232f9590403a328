import { OPERATORS } from '../../../config/operators.ts';
import { isRestrictedHost, variantOf } from '../../../config/variants.ts';
import type { Cart } from '../../../contract/cart.ts';
import type { RequestContext } from '../../lib/context.ts';
import { isSubscribed } from '../auth/user-view.ts';

/**
 * How the data of watching is probably billed (spec 1.06, 1.07): half price with a subscription, where media comes
 * from a host of half-price data; full price without one. Nothing is known of other networks than an operator's. The
 * note of full rate is for subscribers, and not for two hosts of the igapp variant (spec 1.08).
 */
export function billingHint(context: RequestContext): Cart['billing'] {
  const operator = context.asn === null ? undefined : OPERATORS[context.asn];
  return {
    operator: operator?.[context.locale] ?? null,
    rate: rateOf(context, operator !== undefined),
    certain: false,
    fullrate_note: isSubscribed(context) && !isRestrictedHost(variantOf(context.env.SITE_VARIANT), context.host),
  };
}

function rateOf(context: RequestContext, known: boolean): Cart['billing']['rate'] {
  if (!known) return 'unknown';
  if (!isSubscribed(context)) return 'full';
  return context.env.MEDIA_BASE_URL === '' ? 'unknown' : 'half';
}

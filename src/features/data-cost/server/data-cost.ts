import { getOperatorName, isFullrateNetwork, nameFullrateOperators } from '../../../platform/config/operators.ts';
import { isRestrictedHost, getVariant } from '../../../platform/config/variants.ts';
import type { EntitlementAnswer } from '../../watch-options/contract.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { isSubscribed } from '../../accounts/server/user-view.ts';

/**
 * How the data of watching is probably billed (spec 1.06, 1.07): half price with a subscription, where media comes
 * from a host of half-price data; full price without one. Nothing is known of other networks than an operator's. The
 * note of full rate is for subscribers, not for two hosts of the igapp variant (spec 1.08), and names the operators
 * that FULLRATE_NETWORKS lists and no other.
 */
export function billingHint(context: RequestContext): EntitlementAnswer['billing'] {
  const { env, host, locale, asn } = context;
  const operator = getOperatorName(asn, locale);
  const fullrate = (isFullrateNetwork(env, asn) ? operator : null) ?? nameFullrateOperators(env, locale);
  const isNoteShown = isSubscribed(context) && !isRestrictedHost(getVariant(env.SITE_VARIANT), host);
  return {
    operator,
    rate: getDataRate(context, operator !== null || isFullrateNetwork(env, asn)),
    certain: false,
    fullrate_note: isNoteShown && fullrate !== null,
    fullrate_operators: fullrate,
  };
}

function getDataRate(context: RequestContext, isKnownNetwork: boolean): EntitlementAnswer['billing']['rate'] {
  if (!isKnownNetwork) return 'unknown';
  if (!isSubscribed(context)) return 'full';
  return context.env.MEDIA_BASE_URL === '' ? 'unknown' : 'half';
}

import { getOperatorName, isFullrateNetwork, nameFullrateOperators } from '../../../platform/config/operators.ts';
import { getVariant } from '../../../platform/config/variants.ts';
import type { EntitlementAnswer } from '../../paywall/contract.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { isSubscribed } from '../../accounts/server/user-view.ts';

/** Estimates the billing of data (spec 1.06, 1.07): half price for subscribers on half-price hosts, else full price.
 * Other networks than operators are unknown. Full rate is for subscribers, not for two igapp hosts (spec 1.08), and
 * only for the operators of FULLRATE_NETWORKS. */
export function getBillingHint(context: RequestContext): EntitlementAnswer['billing'] {
  const { env, host, locale, asn } = context;
  const operator = getOperatorName(asn, locale);
  const fullrate = (isFullrateNetwork(env, asn) ? operator : null) ?? nameFullrateOperators(env, locale);
  const isNoteShown = isSubscribed(context) && !getVariant(env, host).isRestricted;
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

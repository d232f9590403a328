import type { Env } from '../../../platform/config/env.ts';
import { givesSubscription, getVariant } from '../../../platform/config/variants.ts';
import { readNetworkNumber } from '../../../platform/http/network-number.ts';
import { isViewer } from '../../../platform/http/viewer.ts';
import { splitViewer } from '../../streams/stream-id.ts';

/** A signed address names who may open it: everybody, the visitors of a network (`as<number>`), or a viewer's tag with the stream. */
export const EVERYBODY = 'anyone';

export function toNetworkAudience(asn: number): string {
  return `as${String(asn)}`;
}

/** Compares the audience with the request's cookies, bearer token and network. */
export async function isInAudience(request: Request, audience: string): Promise<boolean> {
  if (audience === EVERYBODY) return true;
  const network = /^as(\d{1,10})$/.exec(audience)?.[1];
  return network === undefined
    ? isViewer(request, splitViewer(audience).tag)
    : readNetworkNumber(request) === Number(network);
}

/** On a host that gives everybody the subscription (spec 4.26), an address for everybody opens paid media too. */
export function isEverybodySubscribed(env: Env, request: Request): boolean {
  return givesSubscription(getVariant(env.SITE_VARIANT), new URL(request.url).host);
}

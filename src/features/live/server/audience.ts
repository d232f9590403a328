import type { Env } from '../../../platform/config/env.ts';
import { getVariant } from '../../../platform/config/variants.ts';
import { readNetworkNumber } from '../../../platform/http/address/network-number.ts';
import { isViewer } from '../../../platform/http/session/viewer.ts';
import { isCastOpen } from '../../playback/server/serve-cast.ts';
import { joinViewer, splitViewer } from '../../streams/stream-id.ts';

/** Everybody, the visitors of a network (`as<number>`), a viewer's tag with the stream, or a receiver's stream. */
export const EVERYBODY = 'anyone';

/** In place of a viewer's tag, of the same length: a receiver has no cookies, and its stream ends with the session. */
const RECEIVER = 'cast------------------';

export function toReceiverAudience(stream: string): string {
  return joinViewer(RECEIVER, stream);
}

export function toNetworkAudience(asn: number): string {
  return `as${String(asn)}`;
}

/** Compares the audience with the request's cookies, bearer token and network. */
export async function isInAudience(request: Request, env: Env, audience: string): Promise<boolean> {
  if (audience === EVERYBODY) return true;
  const { tag, stream } = splitViewer(audience);
  if (tag === RECEIVER) return stream !== null && isCastOpen(env, stream);
  const network = /^as(\d{1,10})$/.exec(audience)?.[1];
  return network === undefined ? isViewer(request, tag) : readNetworkNumber(request, env) === Number(network);
}

/** On a host that gives everybody the subscription (spec 4.26), an address for everybody opens paid media too. */
export function isEverybodySubscribed(env: Env, request: Request): boolean {
  return getVariant(env, new URL(request.url).host).givesSubscription;
}

import { isFullrateNetwork } from '../../../platform/config/operators.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { viewerTag } from '../../../platform/http/session/viewer.ts';
import { isSubscribed } from '../../accounts/server/user-view.ts';
import { canPlay } from '../../entitlement/entitlement.ts';
import { getViewerProof } from '../../playback/server/play.ts';
import { readTitleEntitlement } from '../../watch-options/server/title-entitlement.ts';
import { EVERYBODY, toNetworkAudience } from './audience.ts';
import type { Playout, Programme } from './playout.ts';

/** For whom an address is signed, and until when the right lasts (epoch seconds). */
export interface ViewerRight {
  audience: string;
  until: number;
  isFullrate: boolean;
}

const FOR_ALL: ViewerRight = { audience: EVERYBODY, until: Infinity, isFullrate: false };

export async function getChannelRight(
  context: RequestContext,
  { access }: Playout['channel'],
): Promise<ViewerRight | null> {
  if (access === 'free') return FOR_ALL;
  return isSubscribed(context) ? getSubscriberRight(context) : getNetworkRight(context);
}

/** A replay is a title of one's own choice, so it asks for the right to the title. Null without it. */
export async function getReplayRight(
  context: RequestContext,
  channelRight: ViewerRight,
  { paidTitle }: Pick<Programme, 'paidTitle'>,
): Promise<ViewerRight | null> {
  if (paidTitle === null) return channelRight;
  const match = await readTitleEntitlement(context, paidTitle.kind, paidTitle.id);
  if (!match || !canPlay(match.entitlement.state)) return null;
  const { state } = match.entitlement;
  if (state === 'free') return channelRight;
  if (state === 'operator_fullrate') return getNetworkRight(context);
  if (state === 'subscribed') return getSubscriberRight(context);
  return { ...(await getSubscriberRight(context)), until: match.title.owned_until ?? Infinity };
}

/** Without a user the host gives the subscription, to everybody (spec 4.26). */
async function getSubscriberRight(context: RequestContext): Promise<ViewerRight> {
  const { user, now } = context;
  const proof = getViewerProof(context);
  if (user === null || proof === null) return FOR_ALL;
  const until = user.subscribedUntil > now ? user.subscribedUntil : Infinity;
  return { audience: await viewerTag(proof), until, isFullrate: false };
}

/** Spec 1.07. */
function getNetworkRight({ env, asn }: RequestContext): ViewerRight | null {
  if (asn === null || !isFullrateNetwork(env, asn)) return null;
  return { audience: toNetworkAudience(asn), until: Infinity, isFullrate: true };
}

import { fail, ok } from '../../../platform/outcome.ts';
import type { Service } from '../../../platform/http/serve.ts';
import { canPlay } from '../../entitlement/entitlement.ts';
import { readTitleEntitlement } from '../../watch-options/server/title-entitlement.ts';
import { LEASE_ERRORS } from '../../streams/server/admit.ts';
import { chooseStream, holdOwnStream } from '../../streams/server/choose-stream.ts';
import type { renewPlay as call } from '../contract.ts';
import { playback } from './play.ts';
import { findMedia } from './watching.ts';

/** One round trip to D1, with that of the stream's lease, which this continues. A session that has ended is 401, not a guest. */
export const renewPlay: Service<typeof call> = async (context, { kind, id, stream: current }) => {
  if (context.token !== null && context.user === null) return fail('unauthenticated');
  const [match, folder, lease] = await Promise.all([
    readTitleEntitlement(context, kind, id),
    findMedia(context, id),
    current === undefined ? ('held' as const) : holdOwnStream(context, current),
  ]);
  if (!match) return fail('cart_title_unknown');
  if (!canPlay(match.entitlement.state) || folder === null) return ok({ data: null });
  const stream = chooseStream(context, match.entitlement.state, { kind: 'title', id }, current);
  if (stream === current && lease !== 'held') return fail(LEASE_ERRORS[lease]);
  const media = await playback(context, folder, null, stream);
  return ok({ data: media && { manifest_url: media.manifest_url, expires_at: media.expires_at, now: context.now } });
};

import { serve, type Api, type Service } from '../../../platform/http/calls/serve.ts';
import { castAddress as castCall, getTrailer as trailerCall, renewPlay as call } from '../contract.ts';
import { getLicence as licenceCall, getLicenceCertificate as certificateCall } from '../licence-contract.ts';
import { castAddress } from './cast-address.ts';
import { getCertificate, getLicence } from './licence.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { canPlay } from '../../entitlement/entitlement.ts';
import { readTitleEntitlement } from '../../watch-options/server/title-entitlement.ts';
import { LEASE_ERRORS } from '../../streams/server/admit.ts';
import { chooseStream, holdOwnStream } from '../../streams/server/choose-stream.ts';
import { playback } from './play.ts';
import { getTrailer } from './trailer.ts';
import { findMedia } from './watching.ts';

/** One round trip to D1, with that of the stream's lease, which this continues. A session that has ended is 401, not a guest. */
const renewPlay: Service<typeof call> = async (context, { kind, id, stream: current }) => {
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

export function mountPlayback(app: Api, castChannel: Service<typeof castCall>): void {
  serve(app, call, renewPlay);
  serve(app, trailerCall, getTrailer);
  serve(app, licenceCall, getLicence);
  serve(app, certificateCall, getCertificate);
  serve(app, castCall, (context, { kind, ...input }) =>
    kind === 'channel' ? castChannel(context, { kind, ...input }) : castAddress(context, { kind, ...input }),
  );
}

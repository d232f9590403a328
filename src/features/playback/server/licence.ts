import { MEDIA_SIGNATURE_SECONDS } from '../../../platform/config/constants.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { parseHex, toHex } from '../../../platform/media/bytes-as-text.ts';
import { deriveContentKey, readKeyHour } from '../../../platform/media/cbcs/content-key.ts';
import type { ContentKey } from '../../../platform/media/cbcs/protect-init.ts';
import { readEncryption } from '../../../platform/media/encryption.ts';
import type { KeySystem } from '@pardeh/hls/key-systems';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { canPlay } from '../../entitlement/entitlement.ts';
import { getLicenceFacts, offlineUntil } from '../../offline/offline-licence.ts';
import { LEASE_ERRORS } from '../../streams/server/admit.ts';
import { chooseStream, holdOwnStream } from '../../streams/server/choose-stream.ts';
import { readTitleEntitlement } from '../../watch-options/server/title-entitlement.ts';
import type { getLicence as call, getLicenceCertificate as certificateCall } from '../licence-contract.ts';
import { askLicenceServer } from './ask-licence-server.ts';
import * as v from 'valibot';
import { base64Url } from '../../../platform/media/signing.ts';
import { isOpenHour } from './encrypted.ts';
import { findMedia } from './watching.ts';

const request = v.object({ kids: v.strictTuple([v.string()]), type: v.literal('temporary') });

/** W3C, Encrypted Media Extensions, 9.1: the licence of the one key that was asked for. */
function buildClearKeyLicence(challenge: string, { id, key }: ContentKey): Outcome<string, 'licence_challenge'> {
  const parsed = v.safeParse(request, parseJson(challenge));
  const kid = base64Url(id);
  if (!parsed.success || parsed.output.kids[0] !== kid) return fail('licence_challenge');
  return ok(btoa(JSON.stringify({ keys: [{ kty: 'oct', kid, k: base64Url(key) }], type: 'temporary' })));
}

function parseJson(challenge: string): unknown {
  try {
    return JSON.parse(atob(challenge));
  } catch {
    return null;
  }
}

/** Letters of base64: a challenge of Widevine with its client's certificate has about 6,000. */
const MAX_CHALLENGE_LETTERS = 32 * 1024;

/** Asks the right to the title at this moment, the stream’s lease and an open hour, as `media.key` does. */
export const getLicence: Service<typeof call> = async (context, { system, key_id: keyId, challenge, ...title }) => {
  const server = findServer(context, system);
  if (!server.ok) return server;
  const { secret, address } = server.value;
  if (challenge.length > MAX_CHALLENGE_LETTERS)
    return fail('body_too_large', { fields: { challenge: 'body_too_large' } });
  const right = await readRight(context, title);
  if (!right.ok) return right;
  const hour = readKeyHour(parseHex(keyId));
  const key = await deriveContentKey(secret, { folder: right.value.folder, hour });
  if (!isOpenHour(hour, context.now) || toHex(key.id) !== keyId) return fail('licence_key');
  const licence =
    system === 'clearkey'
      ? buildClearKeyLicence(challenge, key)
      : await askLicenceServer(address, toRequest(challenge, key, right.value.endsAt));
  return licence.ok ? ok({ data: { licence: licence.value } }) : licence;
};

export const getCertificate: Service<typeof certificateCall> = (context) => {
  const server = findServer(context, 'fairplay');
  const { LICENCE_FAIRPLAY_CERTIFICATE: certificate = '' } = context.env;
  return Promise.resolve(server.ok ? ok({ data: { certificate } }) : server);
};

function findServer(
  { env }: RequestContext,
  system: KeySystem,
): Outcome<{ secret: string; address: string }, 'media_unavailable' | 'licence_off'> {
  const encryption = readEncryption(env);
  if (encryption === 'unusable') return fail('media_unavailable');
  const address = encryption === 'off' || encryption.method !== 'cbcs' ? undefined : encryption.licences.get(system);
  return encryption === 'off' || address === undefined
    ? fail('licence_off')
    : ok({ secret: encryption.secret, address });
}

async function readRight(
  context: RequestContext,
  { kind, id, stream: current }: Pick<Parameters<typeof getLicence>[1], 'kind' | 'id' | 'stream'>,
): Promise<Outcome<{ folder: string; endsAt: number }, ErrorCode>> {
  const { now, user } = context;
  if (context.token !== null && user === null) return fail('unauthenticated');
  const [match, folder, lease] = await Promise.all([
    readTitleEntitlement(context, kind, id),
    findMedia(context, id),
    current === undefined ? ('held' as const) : holdOwnStream(context, current),
  ]);
  if (!match) return fail('cart_title_unknown');
  const { state } = match.entitlement;
  if (state === 'outside_area') return fail('outside_area');
  if (!canPlay(state) || folder === null) return fail('licence_refused');
  const stream = chooseStream(context, state, { kind: 'title', id }, current);
  if (stream !== null && stream !== current) return fail('licence_stream');
  if (stream !== null && lease !== 'held') return fail(LEASE_ERRORS[lease]);
  const until = offlineUntil(getLicenceFacts(context, state, match.title));
  return ok({ folder, endsAt: Math.min(now + MEDIA_SIGNATURE_SECONDS, until ?? Infinity) });
}

function toRequest(challenge: string, { id, key, iv }: ContentKey, endsAt: number) {
  return { challenge, key_id: toHex(id), key: toHex(key), iv: toHex(iv), ends_at: endsAt };
}

import { sql } from 'drizzle-orm';
import { MEDIA_SIGNATURE_SECONDS } from '../../../platform/config/constants.ts';
import { batch } from '../../../platform/db/batch.ts';
import { isAheadInSql } from '../../../platform/db/is-ahead.ts';
import type { Database } from '../../../platform/db/client.ts';
import { sha256 } from '../../../platform/http/hash.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { defineMediaAddress } from '../../../platform/media/define-media-address.ts';
import { isProtected } from '../../../platform/media/encryption.ts';
import { requireSigningKeys, signText } from '../../../platform/media/signing.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { canPlay } from '../../entitlement/entitlement.ts';
import { LEASE_ERRORS } from '../../streams/server/admit.ts';
import { continueStream, holdOwnStream } from '../../streams/server/choose-stream.ts';
import { readTitleEntitlement } from '../../watch-options/server/title-entitlement.ts';
import { CAST_RENEW_SECONDS, CAST_SECONDS, type castAddress as call, type CastTitle } from '../contract.ts';
import { MANIFEST } from './folder-renditions.ts';
import { findMedia } from './watching.ts';

/** The holder of an address of a free title. */
export const FREE_CAST = 'free';
const AT_ONCE = 1000;
export const CAST_ADDRESS_SECONDS = 4 * MEDIA_SIGNATURE_SECONDS;

export interface CastGrant {
  holder: string;
  folder: string;
  expires: number; // Epoch seconds
}

export interface SignedCast extends CastGrant {
  signature: string;
  path: string; // `<folder>/<file>`
}

/** `holder`: a stream, or `free`. No cookie is asked for. */
export const castFileAddress = defineMediaAddress<SignedCast>({
  pattern: /^cast\/(?<holder>[\w-]+)\.(?<signature>[\w-]+)\/(?<expires>\d{1,12})\/(?<path>(?<folder>[\w-]+)\/.+)$/,
  build: ({ holder, signature, expires, path }) => `cast/${holder}.${signature}/${String(expires)}/${path}`,
  read: ({ holder = '', signature = '', expires, folder = '', path = '' }) => ({
    holder,
    signature,
    expires: Number(expires),
    folder,
    path,
  }),
});

export function buildCastText({ holder, folder, expires }: CastGrant): string {
  return `cast-v1\n${holder}\n${folder}\n${String(expires)}`;
}

/** For a receiver without cookies; opens while the page calls again. A stream keeps its address and so plays on. */
export async function castAddress(
  context: RequestContext,
  { kind, id, stream: current }: CastTitle,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const { env, now, origin, token, user } = context;
  if (token !== null && user === null) return fail('unauthenticated');
  if (isProtected(env)) return fail('cast_protected');
  const keys = requireSigningKeys(env);
  if (keys === null) return fail('media_unavailable');
  const [match, folder] = await Promise.all([readTitleEntitlement(context, kind, id), findMedia(context, id)]);
  if (!match) return fail('cart_title_unknown');
  const { state } = match.entitlement;
  if (state === 'outside_area') return fail('outside_area');
  if (!canPlay(state) || folder === null) return fail('cast_not_allowed');
  if (state !== 'free' && user === null) return fail('cast_not_allowed');
  const holder =
    state === 'free' || user === null ? FREE_CAST : continueStream({ user, token }, { kind: 'title', id }, current);
  if (holder !== FREE_CAST) {
    const refusal = await openCast(context, holder, now + CAST_SECONDS);
    if (refusal !== null) return fail(refusal);
  }
  // Of a day, so that a renewal has the same address.
  const expires = Math.floor(now / MEDIA_SIGNATURE_SECONDS) * MEDIA_SIGNATURE_SECONDS + CAST_ADDRESS_SECONDS;
  const grant = { holder, folder, expires };
  const signature = await signText(keys.current, buildCastText(grant));
  return ok({
    data: {
      manifest_url: `${origin}/media/${castFileAddress.build({ ...grant, signature, path: `${folder}/${MANIFEST}` })}`,
      stream: holder === FREE_CAST ? null : holder,
      ends_at: holder === FREE_CAST ? expires : now + CAST_SECONDS,
      renew_seconds: CAST_RENEW_SECONDS,
    },
  });
}

/** Holds the stream's lease and ties it to the session until `endsAt` (epoch seconds); an error code if it may not. */
export async function openCast(context: RequestContext, stream: string, endsAt: number): Promise<ErrorCode | null> {
  const { db, now, token, user } = context;
  const lease = await holdOwnStream(context, stream);
  if (lease !== 'held') return LEASE_ERRORS[lease];
  await saveGrant(db, { stream, userId: user?.id ?? 0, tokenHash: await sha256(token ?? ''), now, endsAt });
  return null;
}

async function saveGrant(
  db: Database,
  {
    stream,
    userId,
    tokenHash,
    now,
    endsAt,
  }: { stream: string; userId: number; tokenHash: string; now: number; endsAt: number },
): Promise<void> {
  await batch(db, [
    sql`INSERT INTO cast_grants (stream, user_id, token_hash, ends_at)
      VALUES (${stream}, ${userId}, ${tokenHash}, ${endsAt})
      ON CONFLICT (stream) DO UPDATE SET ends_at = excluded.ends_at, token_hash = excluded.token_hash
      WHERE user_id = excluded.user_id`,
    sql`DELETE FROM cast_grants WHERE stream IN (SELECT stream FROM cast_grants WHERE ends_at <= ${now} LIMIT ${AT_ONCE})`,
  ]);
}

export async function isCastAlive(db: Database, stream: string, now: number): Promise<boolean> {
  const [rows = []] = await batch(db, [
    sql`SELECT 1 FROM cast_grants c
      JOIN sessions s ON s.token_hash = c.token_hash AND s.user_id = c.user_id AND s.expires_at > ${now}
      JOIN users u ON u.id = c.user_id AND u.cancelled_at IS NULL
      WHERE c.stream = ${stream} AND ${isAheadInSql(sql`c.ends_at`, now, CAST_SECONDS)}`,
  ]);
  return rows.length > 0;
}

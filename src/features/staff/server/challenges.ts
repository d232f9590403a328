import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { CLOCK_SLACK_SECONDS, isAhead } from '../../../platform/http/clock.ts';
import { sha256 } from '../../../platform/http/hash.ts';
import { base64Url } from '../../../platform/media/signing.ts';
import { CHALLENGE_SECONDS } from '../staff.ts';

type Use = 'add' | 'open';

const CHALLENGE_BYTES = 32;
const row = v.object({ challenge: v.string(), expires_at: v.number() });

/** Of this session and member, in place of an earlier one of the same use. */
export async function createChallenge(context: RequestContext, memberId: number, use: Use): Promise<string> {
  const { db, now, token } = context;
  const challenge = base64Url(crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES)));
  await db.run(sql`INSERT INTO staff_challenges (token_hash, use, staff_id, challenge, expires_at)
    VALUES (${await sha256(token ?? '')}, ${use}, ${memberId}, ${challenge}, ${now + CHALLENGE_SECONDS})
    ON CONFLICT (token_hash, use) DO UPDATE SET staff_id = excluded.staff_id, challenge = excluded.challenge,
      expires_at = excluded.expires_at`);
  return challenge;
}

/** Null where none is left; also a wrong answer uses it up. */
export async function takeChallenge(context: RequestContext, memberId: number, use: Use): Promise<string | null> {
  const { db, now, token } = context;
  const rows = await db.all(sql`DELETE FROM staff_challenges
    WHERE token_hash = ${await sha256(token ?? '')} AND use = ${use} AND staff_id = ${memberId}
    RETURNING challenge, expires_at`);
  const [stored] = v.parse(v.array(row), rows);
  if (stored === undefined) return null;
  return isAhead(stored.expires_at, now, CHALLENGE_SECONDS + CLOCK_SLACK_SECONDS) ? stored.challenge : null;
}

/** Of the site's address (`SITE_URL`): a passkey of any other counts nowhere. */
export function chooseRelyingParty({ origin }: RequestContext): { origin: string; id: string } {
  return { origin, id: new URL(origin).hostname };
}

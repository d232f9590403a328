import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { CODE_LENGTH, CODE_TRIES, CODE_TTL_SECONDS } from '../../../platform/config/constants.ts';
import type { Database } from '../../../platform/db/client.ts';
import { isAheadInSql } from '../../../platform/db/is-ahead.ts';
import { LONG_CODE_SECONDS, SHARED_REQUESTER } from '../config.ts';
import { loginCodes } from './schema.ts';
import { sameHash, sha256 } from '../../../platform/http/hash.ts';

/** A mobile has one code per requester. Codes that confirm a session are in step-up.ts. */
export interface CodeKey {
  mobile: string;
  requester: string; // The hash of requester.ts, `SHARED_REQUESTER`, or a change of the number
}

export interface CodeLife {
  seconds: number;
  tries: number | null; // Wrong guesses until the code is dead; null: no limit here
}

const SHORT_LIFE: CodeLife = { seconds: CODE_TTL_SECONDS, tries: CODE_TRIES };

/** Uniform: numbers past the last whole range are drawn again. */
export function createCode(digits = CODE_LENGTH): string {
  const codes = 10n ** BigInt(digits);
  const limit = 2n ** 64n - (2n ** 64n % codes);
  for (;;) {
    const [number = limit] = crypto.getRandomValues(new BigUint64Array(1));
    if (number < limit) return String(number % codes).padStart(digits, '0');
  }
}

/** Stores the only code of its key, with fresh tries; the code before it is dead. */
export async function storeCode(
  db: Database,
  key: CodeKey,
  code: string,
  now: number,
  life = SHORT_LIFE,
): Promise<void> {
  const row = { codeHash: await hashCode(key, code), triesLeft: life.tries, expiresAt: now + life.seconds };
  await db
    .insert(loginCodes)
    .values({ ...key, ...row })
    .onConflictDoUpdate({ target: [loginCodes.mobile, loginCodes.requester], set: row });
}

export async function dropCode(db: Database, key: CodeKey, code: string): Promise<void> {
  await removeCode(db, key, await hashCode(key, code));
}

export async function hasCode(db: Database, key: CodeKey, now: number): Promise<boolean> {
  const rows = await db.select({ mobile: loginCodes.mobile }).from(loginCodes).where(isLive(key, now));
  return rows.length > 0;
}

/** Uses the code up if `guess` is right. Takes a try before comparing; of simultaneous right guesses one wins. */
export async function useCode(db: Database, key: CodeKey, guess: string, now: number): Promise<boolean> {
  const [code] = await db
    .update(loginCodes)
    .set({ triesLeft: sql`${loginCodes.triesLeft} - 1` })
    .where(isLive(key, now))
    .returning({ codeHash: loginCodes.codeHash });
  if (!code || !sameHash(code.codeHash, await hashCode(key, guess))) return false;
  return removeCode(db, key, code.codeHash);
}

function isLive(key: CodeKey, now: number) {
  const { triesLeft, expiresAt } = loginCodes;
  const longest = key.requester === SHARED_REQUESTER ? LONG_CODE_SECONDS : CODE_TTL_SECONDS;
  return and(hasKey(key), or(isNull(triesLeft), gt(triesLeft, 0)), isAheadInSql(expiresAt, now, longest));
}

function hasKey({ mobile, requester }: CodeKey) {
  return and(eq(loginCodes.mobile, mobile), eq(loginCodes.requester, requester));
}

async function removeCode(db: Database, key: CodeKey, hash: string): Promise<boolean> {
  const removed = await db
    .delete(loginCodes)
    .where(and(hasKey(key), eq(loginCodes.codeHash, hash)))
    .returning({ mobile: loginCodes.mobile });
  return removed.length === 1;
}

/** `login` separates these hashes from those of other codes. */
function hashCode({ mobile, requester }: CodeKey, code: string): Promise<string> {
  return sha256([mobile, 'login', requester, code].join('\n'));
}

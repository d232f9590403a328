import { and, eq, gt, sql } from 'drizzle-orm';
import { CODE_LENGTH, CODE_TRIES, CODE_TTL_SECONDS } from '../../../config/constants.ts';
import type { Database } from '../../db/client.ts';
import { loginCodes } from '../../db/schema.ts';
import { sameHash, sha256 } from '../../lib/hash.ts';

const CODES = 10 ** CODE_LENGTH;

/** A random code of four digits, each as likely as the other: numbers past the last whole range are thrown again. */
export function randomCode(): string {
  const limit = Math.floor(2 ** 32 / CODES) * CODES;
  for (;;) {
    const [number = limit] = crypto.getRandomValues(new Uint32Array(1));
    if (number < limit) return String(number % CODES).padStart(CODE_LENGTH, '0');
  }
}

/** Makes `code` the one code of a mobile, with fresh tries and time; the code before it is dead. */
export async function storeCode(db: Database, mobile: string, code: string, now: number): Promise<void> {
  const row = { codeHash: await codeHash(mobile, code), triesLeft: CODE_TRIES, expiresAt: now + CODE_TTL_SECONDS };
  await db
    .insert(loginCodes)
    .values({ mobile, ...row })
    .onConflictDoUpdate({ target: loginCodes.mobile, set: row });
}

/** Removes a code that was never delivered, unless another has taken its place. */
export async function dropCode(db: Database, mobile: string, code: string): Promise<void> {
  await removeCode(db, mobile, await codeHash(mobile, code));
}

/**
 * Whether `guess` is the mobile's code, which it then uses up. A try is taken before anything is compared, and of
 * right guesses at the same moment only the one that removes the code wins.
 */
export async function useCode(db: Database, mobile: string, guess: string, now: number): Promise<boolean> {
  const [code] = await db
    .update(loginCodes)
    .set({ triesLeft: sql`${loginCodes.triesLeft} - 1` })
    .where(and(eq(loginCodes.mobile, mobile), gt(loginCodes.triesLeft, 0), gt(loginCodes.expiresAt, now)))
    .returning({ codeHash: loginCodes.codeHash });
  if (!code || !sameHash(code.codeHash, await codeHash(mobile, guess))) return false;
  return removeCode(db, mobile, code.codeHash);
}

async function removeCode(db: Database, mobile: string, hash: string): Promise<boolean> {
  const removed = await db
    .delete(loginCodes)
    .where(and(eq(loginCodes.mobile, mobile), eq(loginCodes.codeHash, hash)))
    .returning({ mobile: loginCodes.mobile });
  return removed.length === 1;
}

function codeHash(mobile: string, code: string): Promise<string> {
  return sha256(`${mobile}:${code}`);
}

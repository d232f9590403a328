import type { Env } from '../../../platform/config/env.ts';
import { fromBase64Url, signingKeys, signText } from '../../../platform/media/signing.ts';
import { sha256 } from '../../../platform/http/hash.ts';
import { buildGiftCode } from '../gift-code.ts';

export const hashGiftCode = (code: string): Promise<string> => sha256(`gift-card-v1:${code}`);

/** Derived, so that no table holds it. Null without MEDIA_SIGNING_KEY. */
export async function createGiftCode(env: Env, id: string): Promise<string | null> {
  const keys = signingKeys(env);
  return keys && deriveCode(keys.current, id);
}

/** Null where neither key of the settings derived it. */
export async function recoverGiftCode(env: Env, id: string, hash: string): Promise<string | null> {
  const keys = signingKeys(env);
  for (const key of [keys?.current, keys?.previous]) {
    const code = key == null ? null : await deriveCode(key, id);
    if (code !== null && (await hashGiftCode(code)) === hash) return code;
  }
  return null;
}

async function deriveCode(key: string, id: string): Promise<string> {
  return buildGiftCode(fromBase64Url(await signText(key, `gift-card-v1\n${id}`)) ?? new Uint8Array());
}

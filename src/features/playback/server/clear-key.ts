import * as v from 'valibot';
import type { ContentKey } from '../../../platform/media/cbcs/protect-init.ts';
import { base64Url } from '../../../platform/media/signing.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';

const request = v.object({ kids: v.strictTuple([v.string()]), type: v.literal('temporary') });

/** W3C, Encrypted Media Extensions, 9.1: the licence of the one key that was asked for. */
export function buildClearKeyLicence(challenge: string, { id, key }: ContentKey): Outcome<string, 'licence_challenge'> {
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

import { readFileSync } from 'node:fs';
import type { SigningKeys } from '../../../src/platform/media/signing.ts';

/** The keys of the server of browser tests. */
export function signingKeys(): SigningKeys {
  const [, current = ''] = /^MEDIA_SIGNING_KEY=(.+)$/m.exec(readFileSync('.wrangler/test.vars', 'utf8')) ?? [];
  return { current, previous: null };
}

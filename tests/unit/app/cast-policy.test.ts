import { expect, test } from 'vitest';
import { allowMediaHost } from '../../../src/app/allow-media-host.ts';
import type { Env } from '../../../src/platform/config/env.ts';

const POLICY = "default-src 'none'; script-src 'self' 'sha256-x'; connect-src 'self'; img-src 'self'";

test('only a site that turned Google Cast on allows its script', () => {
  const read = (CAST: string | undefined) => {
    const headers = new Headers({ 'content-security-policy': POLICY });
    allowMediaHost(headers, { API_BASE_URL: '', MEDIA_BASE_URL: '', CAST } as unknown as Env);
    return headers.get('content-security-policy');
  };
  for (const off of [undefined, '', 'off', '1', 'ON']) expect(read(off)).toBe(POLICY);
  expect(read('on')).toBe(POLICY.replace("script-src 'self'", "script-src 'self' https://www.gstatic.com"));
});

import { expect, test } from 'vitest';
import { withForwardedScheme } from '../../../src/platform/http/origin/site-origin.ts';

test('a proxy that ended TLS is believed where no address is set, and nothing else of it is', async () => {
  const send = (url: string, proto: string | null, SITE_URL = '') => {
    const headers: Record<string, string> =
      proto === null ? {} : { 'x-forwarded-proto': proto, 'x-forwarded-host': 'evil.example' };
    return withForwardedScheme(new Request(url, { method: 'POST', body: 'text', headers }), { SITE_URL });
  };
  const forwarded = send('http://films.example:8080/a?b=http:', 'https');
  expect(forwarded.url).toBe('https://films.example:8080/a?b=http:');
  expect([forwarded.method, await forwarded.text()]).toEqual(['POST', 'text']);
  for (const proto of [null, 'http', 'https, http', 'HTTPS '])
    expect(send('http://films.example/', proto).url).toBe('http://films.example/');
  expect(send('http://films.example/', 'https', 'https://films.example').url).toBe('http://films.example/');
  expect(send('https://films.example/', 'https').url).toBe('https://films.example/');
});

import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packText } from '../../../src/app/packed-text.ts';

const TEXT = '#EXTINF:4.000000,\nseg-1.m4s\n'.repeat(100);
const stored = (type: string, status = 200) =>
  new Response(TEXT, {
    status,
    headers: { 'content-type': type, 'content-length': String(TEXT.length), etag: '"a1"', 'accept-ranges': 'bytes' },
  });
const asks = (accepted: string, clientAcceptEncoding?: string) =>
  Object.assign(new Request('https://pardeh.test/media/x', { headers: { 'accept-encoding': accepted } }), {
    cf: { clientAcceptEncoding },
  });

test.each(['application/vnd.apple.mpegurl', 'text/vtt; charset=utf-8'])('%s goes packed', async (type) => {
  const response = packText(asks('gzip, deflate, br'), stored(type));
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-encoding': 'gzip',
    'content-type': type,
    etag: 'W/"a1"',
    vary: 'accept-encoding',
  });
  expect(gunzipSync(new Uint8Array(await response.arrayBuffer())).toString()).toBe(TEXT);
});

test.each([
  ['its browser takes nothing else', asks('identity;q=1, *;q=0'), stored('text/vtt')],
  ['its browser refuses it', asks('gzip;q=0, br'), stored('text/vtt')],
  ['its browser takes none, while Cloudflare does', asks('gzip, br', 'identity'), stored('text/vtt')],
  ['it is a part', asks('gzip'), stored('text/vtt', 206)],
  ['it is a picture, and no text', asks('gzip'), stored('video/mp4')],
])('plain stays text where %s', async (_, request, response) => {
  const answer = packText(request, response);
  expect([answer.headers.get('content-encoding'), answer.headers.get('etag')]).toEqual([null, '"a1"']);
  expect(await answer.text()).toBe(TEXT);
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import * as v from 'valibot';
import type { Env } from '../../../src/platform/config/env.ts';
import { DEADLINES } from '../../../src/platform/config/deadlines.ts';
import { apiBackend } from '../../../src/app/api-backend.ts';
import { postToBank } from '../../../src/features/payments/server/gateways/bank-http.ts';
import { kavenegarSms } from '../../../src/platform/sms/kavenegar.ts';
import { smsIr } from '../../../src/platform/sms/smsir.ts';
import { listen } from '../../support/site/api.ts';
import { openEndlessServer } from '../../support/services/endless-server.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';

const ctx = { waitUntil: () => undefined } as unknown as ExecutionContext;

/** A call that is passed on, and one that is translated. */
async function callPassed(url: string, path = '/get/user', calls = '*'): Promise<Response> {
  const env = { API_BASE_URL: url, PROVIDER_CALLS: calls, SITE_URL: '' } as Env;
  const headers = { authorization: 'Bearer t' };
  return apiBackend(env)(new Request(`https://pardeh.test/api/v1${path}`, { headers }), env, ctx);
}

const OURS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
};

beforeEach(() => {
  vi.stubGlobal('caches', { default: new MemoryCache() });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the headers of a provider', () => {
  const stubAnswer = (headers: Record<string, string>, status = 200, body = '{"user":{}}') => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status, headers })));
  };

  it.each([
    { 'content-type': 'text/html' },
    { 'content-type': 'text/html', 'content-security-policy': "script-src 'unsafe-inline'" },
    { 'access-control-allow-origin': 'https://evil.example', 'access-control-allow-credentials': 'true' },
    { 'cache-control': 'public, max-age=31536000', 'cdn-cache-control': 'max-age=9', expires: 'Tue, 1 Jan 2030' },
    { refresh: '0; url=https://evil.example', link: '<https://evil.example/x.css>; rel=stylesheet' },
    { 'set-cookie': '__Host-session=x', 'clear-site-data': '"*"', 'x-pardeh-assertion': 'x; Domain=evil.example' },
    { location: 'https://evil.example/', 'service-worker-allowed': '/', 'x-pardeh-session-seconds': '1; x' },
  ])('are none of ours: %j', async (headers) => {
    for (const [status, body] of [
      [200, '{"x":"<script>alert(1)</script>"}'],
      [422, '{"message":"<img src=x onerror=alert(1)>"}'],
    ] as const) {
      stubAnswer(headers as unknown as Record<string, string>, status, body);
      const answer = await callPassed('https://provider.test/v1');
      expect([answer.status, Object.fromEntries(answer.headers), await answer.text()]).toEqual([status, OURS, body]);
    }
  });

  it('are dropped whatever their names', async () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
    const value = fc.stringMatching(/^[!-~]{0,20}$/);
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value), async (headers) => {
        stubAnswer(headers);
        const answer = await callPassed('https://provider.test/v1');
        const { 'retry-after': _, ...others } = Object.fromEntries(answer.headers);
        expect(others).toEqual(OURS);
      }),
    );
  });

  it('say seconds alone: until the next try, and of the session', async () => {
    stubAnswer({ 'retry-after': '120', 'x-pardeh-session-seconds': '600' }, 429);
    const answer = await callPassed('https://provider.test/v1');
    expect([answer.headers.get('retry-after'), answer.headers.get('x-pardeh-session-seconds')]).toEqual(['120', '600']);
  });

  it.each([
    [404, 404],
    [500, 502],
    [401, 401],
  ])('a page of HTML with %i becomes our failure with %i', async (status, expected) => {
    stubAnswer({ 'content-type': 'text/html' }, status, '<script>alert(1)</script>');
    const answer = await callPassed('https://provider.test/v1');
    expect([answer.status, Object.fromEntries(answer.headers)]).toEqual([expected, OURS]);
    expect(await answer.json()).toMatchObject({ status: 'error' });
  });
});

it.each([301, 302, 303, 307, 308, 300, 304])('a redirect with %i is not followed and not passed on', async (status) => {
  const stranger = vi.fn(() => Promise.resolve(Response.json({ user: { mobile: 'stolen' } })));
  const elsewhere = await listen(stranger);
  const provider = await listen(() =>
    Promise.resolve(new Response(null, { status, headers: { location: elsewhere.url } })),
  );
  for (const calls of ['*', '']) {
    const answer = await callPassed(provider.url, '/get/user', calls);
    expect([answer.status, answer.headers.get('location')]).toEqual([502, null]);
  }
  expect(stranger).not.toHaveBeenCalled();
  await Promise.all([provider.close(), elsewhere.close()]);
});

it.each(['plain', 'gzip', 'announced'] as const)('an answer without an end is left at 4 MiB: %s', async (kind) => {
  const provider = await openEndlessServer(kind);
  for (const calls of ['*', '']) {
    const begun = performance.now();
    const answer = await callPassed(provider.url, '/get/user', calls);
    expect(answer.status).toBe(502);
    expect(performance.now() - begun).toBeLessThan(DEADLINES.call);
  }
  await expect.poll(() => provider.state.closed).toBe(2);
  await provider.close();
});

it.each(['plain', 'gzip', 'announced'] as const)(
  'nor is a bank or an SMS service read without an end: %s',
  async (kind) => {
    const server = await openEndlessServer(kind);
    const texts = { noticeTemplate: '', mobileTemplate: '', template: 't' };
    const answers = await Promise.all([
      postToBank(
        { relayBase: server.url, relaySecret: 's', timeoutMs: DEADLINES.call, report: () => Promise.resolve() },
        { bank: 'saman', host: 'sep.shaparak.ir', path: '/x', answer: v.unknown() },
      ),
      kavenegarSms({ base: server.url, key: 'k', ...texts }).send({ mobile: '09120000000', code: '1', text: 'x' }),
      smsIr({ base: server.url, key: 'k', templateId: 1, mobileTemplateId: null, noticeTemplateId: null }).send({
        mobile: '09120000000',
        code: '1',
        text: 'x',
      }),
    ]);
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.code))).toEqual([
      'gateway_unreachable',
      'sms_failed',
      'sms_failed',
    ]);
    await expect.poll(() => server.state.closed).toBe(3);
    await server.close();
  },
);

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ERROR_STATUS } from '../../../src/platform/http/calls/errors.ts';
import { API_BASE } from '../../../src/platform/http/calls/api-base.ts';
import { parseFailure, openApi, ORIGIN, type TestApi } from '../../support/site/api.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';
import en from '../../../locales/en.json' with { type: 'json' };
import fa from '../../../locales/fa.json' with { type: 'json' };

const JSON_TYPE = 'application/json';
let platform: Platform;
let site: TestApi;

beforeAll(async () => {
  platform = await openPlatform();
  site = openApi(platform);
});
afterAll(() => platform.dispose());

const post = (body: BodyInit | null, type: string | null = JSON_TYPE, headers: Record<string, string> = {}) => {
  const init = { method: 'POST', body, headers: { ...headers, ...(type !== null && { 'content-type': type }) } };
  const request = new Request(`${ORIGIN}${API_BASE}/login`, { ...init, duplex: 'half' } as RequestInit);
  return site.api(request, site.env, platform.ctx);
};

it('has a text in both languages for every code', () => {
  for (const code of Object.keys(ERROR_STATUS)) {
    expect(fa).toHaveProperty(`error_${code}`);
    expect(en).toHaveProperty(`error_${code}`);
  }
});

it('lets nothing run and nobody frame it', async () => {
  for (const response of [await site.send('/nothing'), await site.send('/genres')]) {
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  }
});

describe('an unknown path', () => {
  it.each(['/nothing', '/', '', '/login/', '/get', '/%E0%A4%A', '/get/user/1', '/__proto__'])(
    '%j is 404 JSON',
    async (path) => {
      const response = await site.send(path);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await parseFailure(response)).toMatchObject({ status: 404, code: 'not_found', fields: [] });
    },
  );
});

describe('a wrong method', () => {
  it.each([
    ['GET', '/login', 'POST'],
    ['PUT', '/login', 'POST'],
    ['DELETE', '/logout', 'POST, GET, HEAD'],
    ['POST', '/get/user', 'GET, HEAD'],
    ['PATCH', '/titles/movie/1', 'GET, HEAD'],
    ['OPTIONS', '/login/send-code', 'POST'],
  ])('%s %s is 405 with Allow', async (method, path, allow) => {
    const response = await site.send(path, { method });
    expect(response.headers.get('allow')).toBe(allow);
    expect(await parseFailure(response)).toMatchObject({ status: 405, code: 'method_not_allowed' });
  });
});

describe('a body', () => {
  const valid = JSON.stringify({ mobile: '09123456789', password: '1234' });
  it.each([
    ['not JSON', '{"mobile":', JSON_TYPE, 400, 'invalid_json', ['body']],
    ['an array', '[1]', JSON_TYPE, 400, 'invalid_body', ['body']],
    ['null', 'null', JSON_TYPE, 400, 'invalid_body', ['body']],
    ['a string', '"mobile"', JSON_TYPE, 400, 'invalid_body', ['body']],
    ['a form', 'mobile=1', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type', ['body']],
    ['text', valid, 'text/plain', 415, 'unsupported_media_type', ['body']],
    ['of no type', new TextEncoder().encode(valid), null, 415, 'unsupported_media_type', ['body']],
    ['nearly JSON by type', valid, 'application/jsonp', 415, 'unsupported_media_type', ['body']],
    ['empty', '', JSON_TYPE, 422, 'invalid_input', ['mobile', 'password']],
    ['missing', null, null, 422, 'invalid_input', ['mobile', 'password']],
    [
      'of wrong types',
      '{"mobile":9123456789,"password":["1"]}',
      JSON_TYPE,
      422,
      'invalid_input',
      ['mobile', 'password'],
    ],
    ['with an object for ref', '{"mobile":"1","password":"1","ref":{"a":1}}', JSON_TYPE, 422, 'invalid_input', ['ref']],
    [
      'with a long field',
      JSON.stringify({ mobile: '0'.repeat(65), password: '' }),
      JSON_TYPE,
      422,
      'invalid_input',
      ['mobile'],
    ],
    ['that is deep', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, JSON_TYPE, 400, 'invalid_body', ['body']],
    ['of broken UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), JSON_TYPE, 400, 'invalid_json', ['body']],
    [
      'with __proto__',
      '{"__proto__":{"mobile":"09123456789"}}',
      JSON_TYPE,
      422,
      'invalid_input',
      ['mobile', 'password'],
    ],
  ] as const)('%s is refused with its field', async (_, body, type, status, code, fields) => {
    const answer = await parseFailure(await post(body, type));
    expect(answer).toMatchObject({ status, code, fields });
    expect(answer.body.data?.errors).toEqual(answer.body.errors);
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json'])(
    'of type %s is read',
    async (type) => {
      expect((await parseFailure(await post(valid, type))).code).toBe('code_wrong_or_expired');
    },
  );

  it('of exactly 64 KB is read, one byte more is refused', async () => {
    const sized = (bytes: number) => valid.slice(0, -1) + ' '.repeat(bytes - valid.length) + '}';
    expect((await parseFailure(await post(sized(65_536)))).code).toBe('code_wrong_or_expired');
    expect(await parseFailure(await post(sized(65_537)))).toMatchObject({
      status: 413,
      code: 'body_too_large',
      fields: ['body'],
    });
  });

  it('too large by its content-length is refused unread', async () => {
    let read = false;
    const body = new ReadableStream({ pull: () => void (read = true) }, { highWaterMark: 0 });
    expect((await post(body, JSON_TYPE, { 'content-length': '65537' })).status).toBe(413);
    expect(read).toBe(false);
  });

  it('too large without content-length is dropped as soon as it is', async () => {
    let bytes = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        bytes += 16_384;
        controller.enqueue(new Uint8Array(16_384).fill(32));
      },
    });
    expect((await post(body)).status).toBe(413);
    expect(bytes).toBeLessThan(200_000);
  });
});

describe('a query', () => {
  it.each([
    ['/titles/movie/abc', 'id'],
    ['/titles/movie/99999999999', 'id'],
    ['/titles/book/1', 'kind'],
    ['/titles?page=0', 'page'],
    ['/titles?sort=worst', 'sort'],
    ['/ghost/listMagazines?per_page=1000', 'per_page'],
    ['/ghost/get/getSearchQuick', 'query'],
    [`/search?query=${'a'.repeat(2001)}`, 'query'],
    ['/people?group=%27', 'group'],
  ])('%s is 422 and names %s', async (path, field) => {
    expect(await parseFailure(await site.send(path))).toMatchObject({ status: 422, fields: [field] });
  });

  it('with a broken escape is no server error', async () => {
    for (const path of ['/titles/movie/%E0%A4%A', '/titles?genre=%E0%A4%A', '/people/%00']) {
      expect((await site.send(path)).status).toBeLessThan(500);
    }
  });
});

it('leaks nothing of what was thrown', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = openApi(platform, { SMS_PROVIDER: 'a-secret-setting' });
  const response = await broken.send('/login/send-code', { body: { mobile: '09123456789' } });
  const text = await response.clone().text();
  expect(await parseFailure(response)).toMatchObject({ status: 500, code: 'internal', fields: [] });
  for (const leak of ['secret', 'SMS', 'Error:', '.ts']) expect(text).not.toContain(leak);
  expect(String(log.mock.calls.flat().at(-1))).toContain('a-secret-setting');
  log.mockRestore();
});

it('is never stored by a cache', async () => {
  for (const path of ['/nothing', '/get/user', '/ghost/get/check']) {
    expect((await site.send(path)).headers.get('cache-control')).toBe('no-store');
  }
});

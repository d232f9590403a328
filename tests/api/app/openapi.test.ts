import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Call } from '../../../src/platform/http/calls/call.ts';
import { CALLS } from '../../../src/app/calls.ts';
import { createApp } from '../../../src/app/api.ts';
import { API_BASE } from '../../../src/platform/http/calls/api-base.ts';
import { openApi, type TestApi } from '../../support/site/api.ts';
import { openPlatform, type Platform } from '../../support/site/platform.ts';

const parameter = v.object({
  name: v.string(),
  in: v.picklist(['path', 'query', 'header']),
  required: v.boolean(),
  schema: v.looseObject({}),
});
const operation = v.looseObject({
  operationId: v.string(),
  summary: v.pipe(v.string(), v.nonEmpty()),
  security: v.array(v.record(v.string(), v.array(v.string()))),
  parameters: v.array(parameter),
  requestBody: v.optional(
    v.looseObject({
      content: v.union([
        v.strictObject({ 'application/json': v.looseObject({ schema: v.any() }) }),
        v.strictObject({ 'image/*': v.strictObject({}) }),
      ]),
    }),
  ),
  responses: v.looseObject({ 200: v.looseObject({ content: v.looseObject({}) }), default: v.looseObject({}) }),
});
const documentSchema = v.object({
  openapi: v.literal('3.1.0'),
  servers: v.array(v.object({ url: v.string() })),
  paths: v.record(v.string(), v.record(v.string(), operation)),
  components: v.looseObject({}),
});

let platform: Platform;
let site: TestApi;
let document: v.InferOutput<typeof documentSchema>;

beforeAll(async () => {
  platform = await openPlatform();
  site = openApi(platform);
  document = v.parse(documentSchema, await (await site.send('/openapi.json')).json());
});
afterAll(() => platform.dispose());

it('lists each call of the contract once, and nothing else', () => {
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  );
  const calls: readonly Call[] = CALLS;
  const expected = calls.map((c) => `${c.name} ${c.method.toLowerCase()} ${c.path.replace(/:(\w+)/g, '{$1}')}`);
  expect(listed.sort()).toEqual(expected.sort());
  expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length);
  expect(document.servers).toEqual([{ url: '/api/v1' }]);
});

it('says where each input goes and who may call', () => {
  const title = document.paths['/titles/{kind}/{id}']?.['get'];
  expect(title?.parameters.map((p) => `${p.in} ${p.name}`)).toEqual(['path kind', 'path id']);
  const titles = document.paths['/titles']?.['get'];
  expect(titles?.parameters.find(({ name }) => name === 'page')).toMatchObject({ in: 'query', required: false });
  expect(document.paths['/search']?.['get']?.parameters.find(({ name }) => name === 'query')?.required).toBe(true);
  const login = document.paths['/login']?.['post'];
  expect(login?.parameters).toEqual([]);
  expect(login?.requestBody?.content).toMatchObject({
    'application/json': {
      schema: {
        type: 'object',
        properties: { mobile: { type: 'string', maxLength: 1000 }, password: { type: 'string' } },
        required: ['mobile', 'password'],
      },
    },
  });
  const upload = document.paths['/operator/titles/{id}/art/{field}']?.['post'];
  expect(upload?.requestBody?.content).toEqual({ 'image/*': {} });
  expect(upload?.parameters.map((p) => `${p.in} ${p.name}`)).toEqual([
    ...['path id', 'path field', 'query seen', 'query source'],
  ]);
  expect(login?.security).toEqual([]);
  const purchase = document.paths['/payments/plan']?.['post'];
  expect(purchase?.parameters).toMatchObject([{ in: 'header', name: 'Idempotency-Key', required: false }]);
  expect(document.paths['/get/user']?.['get']?.security).toEqual([{ bearer: [] }]);
});

it('is answered as JSON that every reference of resolves', async () => {
  const text = await (await site.send('/openapi.json')).text();
  expect(text, 'a mark for tables').not.toContain('isDecimal');
  for (const [, target = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const match = target
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], JSON.parse(text));
    expect(match, target).toBeDefined();
  }
});

it('describes calls that are all served', async () => {
  const routes = new Set(createApp().routes.map(({ method, path }) => `${method} ${path}`));
  for (const call of CALLS as readonly Call[]) {
    expect(routes).toContain(`${call.method} ${API_BASE}${call.path}`);
    const path = call.path.replace(':kind', 'movie').replace(/:\w+/g, '1');
    const { status } = await site.send(path, call.method === 'POST' ? { body: {} } : {});
    expect([405, 500], call.name).not.toContain(status);
  }
});

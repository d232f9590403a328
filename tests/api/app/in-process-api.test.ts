import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as v from 'valibot';
import { createApp } from '../../../src/app/api.ts';
import { createInProcessApi } from '../../../src/app/in-process-api.ts';
import { requestContext } from '../../../src/app/request-context.ts';
import { getSettings } from '../../../src/features/accounts/contract/account.ts';
import { listComments } from '../../../src/features/comments/contract.ts';
import { getDiscover, getSlider } from '../../../src/features/home/contract.ts';
import { getLists, getMyLists } from '../../../src/features/lists/contract.ts';
import { getChannels, getGuide } from '../../../src/features/live/contract.ts';
import { getMagazine, listMagazines } from '../../../src/features/magazines/contract.ts';
import { getCasts, getPerson, listPersonWorks } from '../../../src/features/people/contract.ts';
import { search } from '../../../src/features/search/contract.ts';
import { getAppDetails } from '../../../src/features/site/contract.ts';
import * as catalogue from '../../../src/features/titles/contract/catalogue.ts';
import type { Api, Result } from '../../../src/platform/client/api.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { defineCall, type Call } from '../../../src/platform/http/calls/call.ts';
import { KIDS_HEADER } from '../../../src/platform/http/session/kids.ts';
import { newApi, serve } from '../../../src/platform/http/calls/serve.ts';
import { openCatalogue, signIn, type CatalogueFixture } from '../../support/site/catalogue-fixture.ts';
import { failing } from '../../support/faults/failing-d1.ts';

const NOW = 1_800_000_000;
const BASE = 'https://pardeh.test/api/v1';

const OPEN = { caller: 'anyone', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' } as const;
let site: CatalogueFixture;
let token: string;
beforeAll(async () => {
  site = await openCatalogue(NOW);
  token = await signIn(site.env, NOW, NOW + 1000);
});
afterAll(() => site.dispose());

const app = createApp({ now: () => NOW });

function open(headers: Record<string, string> = {}, env: Env = site.env, api = app) {
  let sessions = 0;
  const inProcess = createInProcessApi(api, () => {
    sessions += 1;
    return requestContext(new Request(BASE, { headers: { 'accept-language': 'fa', ...headers } }), env, () => NOW);
  });
  const call: Api = (one, input) => {
    const client = inProcess.find(one);
    if (!client) throw new Error(`${one.name} needs a request`);
    return client(one, input);
  };
  return { call, inProcess, countSessions: () => sessions };
}

/** Every GET of a page, with answers and refusals; the inputs are as a page types them. */
const CASES: [Call, Record<string, unknown>][] = [
  [getSlider, { ref: '{code}' }],
  [getDiscover, {}],
  [getLists, {}],
  [catalogue.getGenres, {}],
  [catalogue.getFacets, {}],
  [catalogue.getCategories, {}],
  [catalogue.getCategory, { slug: 'iranian-films', page: 1 }],
  [catalogue.getCategory, { slug: '' }],
  [catalogue.getCategory, { slug: '../get/slider' }],
  [catalogue.getCategory, { slug: 'a/b?c=d#e%20' }],
  [catalogue.getTitle, { kind: 'movie', id: 52 }],
  [catalogue.getTitle, { kind: 'series', id: 201 }],
  [catalogue.getTitle, { kind: 'episode', id: 1001 }],
  [catalogue.getTitle, { kind: 'movie', id: 999_999 }],
  [catalogue.getTitle, { kind: 'film', id: 52 }],
  [catalogue.getTitleKind, { id: 52 }],
  [catalogue.listTitles, { genre: 'drama', page: 2, sort: undefined }],
  [catalogue.listTitles, { kind: 'episode', age: 7 }],
  [catalogue.listTitles, { genre: 'none' }],
  [catalogue.listTitles, { page: -1 }],
  [listComments, { id: 52 }],
  [listComments, { id: 999_999 }],
  [listMagazines, {}],
  [getMagazine, { slug: 'parde-cinema' }],
  [getChannels, {}],
  [getGuide, { slug: 'parde-1', day: '2027-01-15' }],
  [getCasts, {}],
  [getPerson, { id: 10185 }],
  [listPersonWorks, { id: 10185, job: 'actor', page: 1 }],
  [search, { query: 'نادر «+&=?»' }],
  [getAppDetails, {}],
  [getSettings, {}],
  [getMyLists, {}],
];

describe('a value handed over in process equals the answer over HTTP', () => {
  it.each(CASES)('%o %o', async (call, input) => {
    const headers = { 'user-agent': 'test' };
    for (const locale of ['fa', 'en']) {
      const local = await open({ ...headers, 'accept-language': locale }).call(call, input);
      // No page may see a field that JSON drops, such as a key without a value.
      expect(JSON.parse(JSON.stringify(local))).toEqual(await site.apiIn(locale)(call, input));
    }
  });

  it('for a session and in kids mode', async () => {
    const signedIn = open({ authorization: `Bearer ${token}` });
    const overHttp = async (path: string, headers: Record<string, string>) =>
      (await site.request(path, { headers: { 'accept-language': 'fa', ...headers } })).json();
    const settings = await signedIn.call(getSettings, {});
    expect(settings).toEqual({ ok: true, value: await overHttp('/my/settings', { authorization: `Bearer ${token}` }) });
    expect((await signedIn.call(getMyLists, {})).ok).toBe(true);
    expect(signedIn.countSessions()).toBe(1);
    signedIn.inProcess.forget();
    await signedIn.call(getMyLists, {});
    expect(signedIn.countSessions()).toBe(2);
    const kids = { [KIDS_HEADER]: 'on' };
    const refused = await open(kids).call(getMyLists, {});
    expect(refused.ok || refused.error.code).toBe(((await overHttp('/my/lists', kids)) as { code: string }).code);
  });
});

describe('failures', () => {
  it('of the database are those of the API over HTTP, and one part does not take the others', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const env = { ...site.env, DB: failing(site.env.DB, { batch: 'always' }) };
    const { call } = open({}, env);
    expect(await call(catalogue.getGenres, {})).toEqual(await site.apiIn('fa', env)(catalogue.getGenres, {}));
    const partly = open({}, { ...site.env, DB: failing(site.env.DB, { matching: /"settings"/ }) });
    const results: Result<unknown>[] = await Promise.all([
      partly.call(catalogue.getGenres, {}),
      partly.call(getAppDetails, {}),
      partly.call(catalogue.getTitle, { kind: 'movie', id: 52 }),
    ]);
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(log).toHaveBeenCalledWith(expect.stringContaining('GET /api/v1/get/app/details: '));
    log.mockRestore();
  });

  it('of a session that cannot be read are not kept', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const DB = failing(site.env.DB, { matching: /"sessions"/, times: 1 });
    const { call } = open({ authorization: `Bearer ${token}` }, { ...site.env, DB });
    expect((await call(getMyLists, {})).ok).toBe(false);
    expect((await call(getMyLists, {})).ok).toBe(true);
    log.mockRestore();
  });

  it('of an answer outside its contract are an error that names the call', async () => {
    const call = defineCall({
      ...{ name: 'getOdd', method: 'GET', path: '/odd', summary: '', access: OPEN },
      input: v.object({}),
      output: v.object({ data: v.number() }),
    });
    const api = newApi('/api/v1');
    serve(api, call, () => Promise.resolve({ ok: true, value: { data: 'text' as unknown as number } }));
    const result = await open({}, site.env, api).call(call, {});
    expect(result).toMatchObject({ ok: false, error: { status: 502, code: 'unknown' } });
    expect(result.ok || result.error.message).toContain('getOdd');
  });

  it('are the deadline too', async () => {
    vi.useFakeTimers();
    const call = defineCall({
      ...{ name: 'getSlow', method: 'GET', path: '/slow', summary: '', access: OPEN },
      ...{ input: v.object({}), output: v.object({}) },
    });
    const api = newApi('/api/v1');
    serve(api, call, () => new Promise(() => undefined));
    const result = open({}, site.env, api).call(call, {});
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await result).toMatchObject({ ok: false, error: { status: 0, code: 'network' } });
  });
});

it('a value that a page changes is whole for the next page', async () => {
  const value = { data: { names: ['first'], by: { key: 'value' } } };
  const call = defineCall({
    ...{ name: 'getKept', method: 'GET', path: '/kept', summary: '', access: OPEN },
    input: v.object({}),
    output: v.object({ data: v.object({ names: v.array(v.string()), by: v.record(v.string(), v.string()) }) }),
  });
  const api = newApi('/api/v1');
  serve(api, call, () => Promise.resolve({ ok: true, value }));
  const { call: read } = open({}, site.env, api);
  const first = await read(call, {});
  if (!first.ok) throw new Error(first.error.message);
  first.value.data.names.push('changed');
  first.value.data.by['key'] = 'changed';
  expect(await read(call, {})).toEqual({ ok: true, value: { data: { names: ['first'], by: { key: 'value' } } } });
});

it('a change needs a request', () => {
  expect(open().inProcess.find({ method: 'POST' } as Call)).toBeNull();
});

it('two visitors at once get their own language', async () => {
  const [fa, en] = [open({ 'accept-language': 'fa' }), open({ 'accept-language': 'en' })];
  const [persian, english] = await Promise.all([fa.call(catalogue.getGenres, {}), en.call(catalogue.getGenres, {})]);
  expect(persian.ok && persian.value['drama']).toBe('درام');
  expect(english.ok && english.value['drama']).toBe('Drama');
});

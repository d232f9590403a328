import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearAnswers } from '../../../src/app/answer-memory.ts';
import { createPageApi } from '../../../src/app/page-api.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { recentPages } from '../../../src/edge/recent-pages.ts';
import { hideTitle, publishTitle } from '../../../src/features/catalogue/contract.ts';
import { publishDue } from '../../../src/features/catalogue/server/publish-due.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { getEnv } from '../../../src/platform/http/limits/query-count.ts';
import { ORIGIN } from '../../support/site/api.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';
import { MemoryCache } from '../../support/site/memory-cache.ts';

const { site, as } = await openDeskTitles();
const FILM = 10;
/** Epoch seconds of the publication. */
const PREMIERE = 1_800_003_600;
let afterRead = async () => {};

/** A page of a film, which somebody may publish between its read and its end. */
const worker = createWorker(async (request, _env, ctx) => {
  const env = getEnv(ctx);
  const api = createPageApi({ request, origin: ORIGIN, env, ctx, locale: 'fa', requester: () => null });
  const id = Number(new URL(request.url).pathname.split('/').at(-1));
  const answer = await api(getTitle, { kind: 'movie', id });
  await afterRead();
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  return new Response('<html lang="fa">', { status: answer.ok ? 200 : 404, headers });
});

async function visit(path = `/movie/${String(FILM)}`) {
  const background: Promise<unknown>[] = [];
  const ctx = { waitUntil: (work: Promise<unknown>) => void background.push(work) } as unknown as ExecutionContext;
  const request = new Request(ORIGIN + path, { headers: { 'cf-connecting-ip': '192.0.2.9' } });
  const { status, headers } = await worker(request, site.env, ctx);
  await Promise.allSettled(background);
  return { status, control: headers.get('cache-control'), state: headers.get('server-timing') };
}
const turn = (seconds: number) => {
  site.clock.now = seconds;
  vi.setSystemTime(seconds * 1000);
};

beforeEach(async () => {
  vi.stubGlobal('caches', { default: new MemoryCache() });
  vi.useFakeTimers({ toFake: ['Date'] });
  recentPages.clear();
  clearAnswers();
  turn(PREMIERE - 600);
  await site.call(hideTitle, { id: FILM, reason: 'before its premiere' }, as('editor'));
  await site.call(publishTitle, { id: FILM, starts_at: PREMIERE }, as('editor'));
  afterRead = async () => {};
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('a guest’s page of a planned title', () => {
  it('is there for the first visitor after its second, and no browser keeps a page beyond it', async () => {
    expect((await visit()).status).toBe(404);
    turn(PREMIERE - 10);
    expect((await visit()).status).toBe(404);
    expect((await visit('/movie/11')).control).toMatch(/max-age=10(?!\d)/);
    turn(PREMIERE - 1);
    expect((await visit()).status).toBe(404);
    turn(PREMIERE);
    expect((await visit()).status).toBe(200);
    expect((await visit()).status).toBe(200);
  });

  it('is rendered again if the title comes out while it is rendered', async () => {
    turn(PREMIERE - 1);
    afterRead = async () => {
      turn(PREMIERE);
      await publishDue({ db: openDatabase(site.env.DB), env: site.env, now: PREMIERE });
    };
    expect((await visit()).status).toBe(404);
    afterRead = async () => {};
    clearAnswers();
    expect((await visit()).status).toBe(200);
  });

  it('waits for no publication that fails, and is published by the next tick', async () => {
    turn(PREMIERE);
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const prepare = vi.spyOn(site.env.DB, 'prepare').mockImplementation(() => {
      throw new Error('D1_ERROR: no answer');
    });
    expect((await visit('/robots.txt')).status).toBeLessThan(500);
    expect(log).toHaveBeenCalled();
    prepare.mockRestore();
    log.mockRestore();
    turn(PREMIERE + 60);
    expect((await visit()).status).toBe(200);
  });
});

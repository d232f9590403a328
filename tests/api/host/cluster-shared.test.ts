// @module-tag full
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { migrate } from '../../../tools/seed/migrate.ts';
import { verifyLedger } from '../../../src/features/ledger/server/verify.ts';
import { getWallet } from '../../../src/features/payments/contract.ts';
import { buyTitle } from '../../../src/features/checkout/contract.ts';
import { openBindings } from '../../../src/host/node/open-bindings.ts';
import { createConfigStore } from '@pardeh/workers-on-node/stores/config-store';
import { CATALOGUE_VERSION_KEY } from '../../../src/platform/http/cache/catalogue-version.ts';
import { eventually } from '../../support/eventually.ts';
import { CHEAP, openMoney, sell, type Visitor } from '../../support/money/money.ts';
import { startNodeSite, writeBuild, type NodeSite } from '../../support/site/node-site.ts';
import { CONTEXT } from '../../support/site/execution-context.ts';
import { readVars } from '../../../src/host/node/run/settings.ts';
import { DEMO_VARS } from '../../../tools/lib/local-state.ts';
import { topUp } from '../../support/money/shop.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';
import type { Env } from '../../../src/platform/config/env.ts';

/** Processes behind one port share an account's money, and the catalogue that their pages show. */
const inFolder = useTemporaryFolder();
const PROCESSES = 3;
const BALANCE = 10_000;
const SHOWN = 10;
let site: NodeSite;
let bindings: ReturnType<typeof openBindings>;
let buyer: Visitor;

/** Its page shows its process, how often that has rendered, and a title's name. */
const PAGE = `let count = 0;
const pages = async ({ url }, env) => {
  const name = await env.DB.prepare('SELECT name_en FROM titles WHERE id = ${String(SHOWN)}').first('name_en');
  count += 1;
  const html = '<html><p>' + [process.pid, count, name].join('|') + '</p></html>';
  return new Response(html, { headers: { 'content-type': 'text/html' } });
};
export const fetch`;

beforeAll(async () => {
  writeBuild(inFolder('build'));
  const entry = inFolder('build/server/entry.mjs');
  const text = readFileSync(entry, 'utf8').replace(/const pages = [^]*?\nexport const fetch/, () => PAGE);
  writeFileSync(entry, text);
  bindings = openBindings(inFolder('data'));
  await migrate(bindings.stores.DB);
  const vars = { ...readVars(readFileSync('wrangler.toml', 'utf8')), ...DEMO_VARS, DEMO_HOSTS: 'pardeh.test' };
  const env = { ...vars, MEDIA_SIGNING_KEY: 'a-key-for-tests-only', ...bindings.stores } as unknown as Env;
  const shop = openMoney({ env, ctx: CONTEXT, dispose: () => Promise.resolve() });
  shop.clock.now = Math.floor(Date.now() / 1000);
  await sell(env.DB, shop.clock.now);
  buyer = await shop.visitor();
  await topUp(shop, buyer, BALANCE);
  await shop.sql("UPDATE titles SET name_en = 'First name' WHERE id = ?", SHOWN).run();
  const args = ['--port', '0', '--processes', String(PROCESSES)];
  site = await startNodeSite(inFolder('build'), inFolder('data'), {}, args);
});
afterAll(async () => {
  site.kill('SIGTERM');
  await site.ended;
  await bindings.close();
});

/** Each request has a connection of its own, so the processes take turns. */
function send(path: string, token = '', body: object | null = null): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      origin: site.url,
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    };
    const outgoing = request(site.url + path, { method: body ? 'POST' : 'GET', agent: false, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on('error', reject);
    });
    outgoing.on('error', reject).end(body ? JSON.stringify(body) : undefined);
  });
}

/** The processes that have answered calls of the API. */
async function listBusyProcesses(): Promise<string[]> {
  const { text } = await send('/metrics');
  const busy = text.matchAll(/^pardeh_requests_total\{process="(\d+)",kind="api",status="[245]xx"\}/gm);
  return [...new Set([...busy].map(([, index]) => index ?? ''))].sort();
}

describe('an account’s wallet', () => {
  it('is never overspent by purchases through all processes at once', async () => {
    const { DB } = bindings.stores;
    const read = (sql: string) => DB.prepare(sql).first<number>('n');
    const settled = "payments WHERE state = 'settled' AND method = 'wallet'";
    // More than the balance in total, each title twice at the same moment.
    const ids = [...CHEAP, ...CHEAP].map(({ id }) => id);
    const answers = await Promise.all(
      ids.map((id) => send(`/api/v1${buyTitle.path}`, buyer.token, { id, payment_method: 'wallet' })),
    );
    const counts = Object.groupBy(answers, ({ status }) => String(status));
    expect(Object.keys(counts).filter((status) => !['200', '402', '409'].includes(status))).toEqual([]);
    expect(counts['200']?.length).toBeGreaterThan(0);
    expect(counts['402']?.length).toBeGreaterThan(0);
    const spent = Number(await read(`SELECT coalesce(sum(total), 0) AS n FROM ${settled}`));
    const left = BALANCE - spent;
    expect(left).toBeGreaterThanOrEqual(0);
    // Refused was only what the rest could not pay.
    expect(left).toBeLessThan(Math.max(...CHEAP.map(({ total }) => total)));
    expect(await read(`SELECT sum(amount) AS n FROM ledger_entries WHERE account = 'wallet:${String(buyer.id)}'`)).toBe(
      left,
    );
    expect(await read(`SELECT count(*) AS n FROM ${settled}`)).toBe(
      await read('SELECT count(DISTINCT item_id) AS n FROM purchases'),
    );
    expect(await verifyLedger(DB)).toEqual([]);
    for (let time = 0; time < PROCESSES; time += 1) {
      expect((await send(`/api/v1${getWallet.path}`, buyer.token, {})).text).toContain(String(left));
    }
    // Which of them accepts a connection is the system's choice.
    expect((await listBusyProcesses()).length).toBeGreaterThan(1);
  });
});

describe('a page', () => {
  const visit = async () => {
    const { text } = await send(`/movie/${String(SHOWN)}`);
    const [, pid = '', renders = '', name = ''] = /<p>(\d+)\|(\d+)\|([^<]*)</.exec(text) ?? [];
    return { pid, renders: Number(renders), name };
  };
  const visitAll = () => Promise.all(Array.from({ length: 8 * PROCESSES }, visit));

  it('that is kept by each process is new in all of them after a title has changed', async () => {
    const before = await eventually(async () => {
      const pages = await visitAll();
      expect(new Set(pages.map(({ pid }) => pid)).size).toBe(PROCESSES);
      return pages;
    });
    expect(new Set(before.map(({ name }) => name))).toEqual(new Set(['First name']));
    // The same page again: nobody rendered.
    const copies = new Set(before.map(({ pid, renders }) => `${pid} ${String(renders)}`));
    expect((await visitAll()).filter(({ pid, renders }) => !copies.has(`${pid} ${String(renders)}`))).toEqual([]);

    // As the operator's command does it, in a process of its own.
    await bindings.stores.DB.prepare("UPDATE titles SET name_en = 'Another name' WHERE id = ?").bind(SHOWN).run();
    await createConfigStore(bindings.hostDatabase).put(CATALOGUE_VERSION_KEY, 'changed');
    const isNewEverywhere = async () => {
      const pages = await visitAll();
      expect(new Set(pages.map(({ name }) => name))).toEqual(new Set(['Another name']));
      expect(new Set(pages.map(({ pid }) => pid)).size).toBe(PROCESSES);
    };
    // A page that nobody knows to be old would be rendered again after a minute, too.
    await vi.waitFor(isNewEverywhere, { timeout: 40_000 });
    // None shows the old one again.
    expect((await visitAll()).filter(({ name }) => name !== 'Another name')).toEqual([]);
  });
});

// @module-tag full
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { hideTitle, publishTitle } from '../../../src/features/catalogue/contract.ts';
import { openBindings } from '../../../src/host/node/open-bindings.ts';
import { CATALOGUE_VERSION_KEY } from '../../../src/platform/http/cache/catalogue-version.ts';
import { migrate } from '../../../tools/seed/migrate.ts';
import { addRow } from '../../support/database/rows.ts';
import { startNodeSite, writeBuild, type NodeSite } from '../../support/site/node-site.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

/** Processes behind one port publish at one moment. A page that is rendered meanwhile: catalogue/publish-pages.test.ts. */
const inFolder = useTemporaryFolder();
const PROCESSES = 3;
const TITLES = [10, 11, 12];
const TOKEN = 'editor'.padEnd(40, '-');
let site: NodeSite;
let bindings: ReturnType<typeof openBindings>;

/** A page shows its process and the titles that are out. */
const PAGE = `const pages = async (request, env) => {
  const { results } = await env.DB.prepare('SELECT id FROM titles ORDER BY id').all();
  const html = '<html><p>' + process.pid + '|' + results.map(({ id }) => id).join() + '</p></html>';
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
  for (const id of TITLES) await addRow(bindings.stores.DB, 'titles', { id });
  const args = ['--port', '0', '--processes', String(PROCESSES)];
  site = await startNodeSite(inFolder('build'), inFolder('data'), { OPERATOR_TOKEN: `editor/editor:${TOKEN}` }, args);
});
afterAll(async () => {
  site.kill('SIGTERM');
  await site.ended;
  await bindings.close();
});

/** Each request has a connection of its own, so the processes take turns. */
function send(path: string, body: object | null = null): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', origin: site.url, authorization: `Bearer ${TOKEN}` };
    const options = { method: body ? 'POST' : 'GET', agent: false, headers: body ? headers : {} };
    const outgoing = request(site.url + path, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on('error', reject);
    });
    outgoing.on('error', reject).end(body ? JSON.stringify(body) : undefined);
  });
}
const act = ({ path }: { path: string }, id: number) =>
  send(`/api/v1${path.replace(':id', String(id))}`, { reason: 'of this test' });
const visit = async () => {
  const [, pid = '', ids = ''] = /<p>(\d+)\|([\d,]*)</.exec((await send('/movie/10')).text) ?? [];
  return { pid, ids };
};
const visitAll = () => Promise.all(Array.from({ length: 8 * PROCESSES }, visit));
const readNumber = (sql: string, ...values: number[]) =>
  bindings.stores.DB.prepare(sql)
    .bind(...values)
    .first<number>('n');

it('publish one title once and different titles all, and each of them has the pages of after it', async () => {
  const showEverywhere = (ids: string) =>
    vi.waitFor(
      async () => {
        const pages = await visitAll();
        expect(new Set(pages.map((page) => page.ids))).toEqual(new Set([ids]));
        expect(new Set(pages.map(({ pid }) => pid)).size).toBe(PROCESSES);
      },
      { timeout: 40_000 },
    );
  for (const id of TITLES) expect((await act(hideTitle, id)).status).toBe(200);
  await showEverywhere('');
  const version = await bindings.stores.CONFIG.get(CATALOGUE_VERSION_KEY);
  const answers = await Promise.all([10, 10, 10, 10, 10, 10, 11, 12].map((id) => act(publishTitle, id)));
  expect(answers.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual(answers.map(() => 200));
  expect(await bindings.stores.CONFIG.get(CATALOGUE_VERSION_KEY)).not.toBe(version);
  for (const id of TITLES) {
    expect(await readNumber("SELECT count(*) AS n FROM title_changes WHERE title_id = ? AND after = '0'", id)).toBe(1);
    expect(
      await readNumber(
        'SELECT count(*) AS n FROM title_publications WHERE title_id = ? AND published_at IS NOT NULL',
        id,
      ),
    ).toBe(1);
  }
  await showEverywhere('10,11,12');
});

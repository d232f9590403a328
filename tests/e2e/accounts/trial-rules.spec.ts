import { expect, FILM, test } from '../../support/browser/fixtures.ts';
import { servePrepared } from '../../support/site/prepared-site.ts';
import { drawOperatorHeaders, TEST_OPERATOR_TOKEN } from '../../../tools/lib/test-server.ts';

/** A site of its own: a rule of the trial changes the text of every page. */
const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 495;
const baseURL = `http://localhost:${String(PORT)}`;
const FILM_PATH = `/${FILM.kind}/${String(FILM.id)}`;
const PAGES = ['/', '/login', '/profile/plans', '/plan/1', FILM_PATH];
let site: Awaited<ReturnType<typeof servePrepared>>;

test.use({ baseURL });

test.beforeAll(async () => {
  const vars = { TRIAL_DAYS: '7', OPERATOR_TOKEN: TEST_OPERATOR_TOKEN };
  site = await servePrepared({ port: PORT, stateDir: '.wrangler/trial-rules', vars });
});

test.afterAll(async () => {
  await site.stop();
});

test('every page that names the trial says the new rule at once, and nothing where it gives no day', async ({
  context,
  t,
}) => {
  const { request } = context;
  const read = async (path: string) => (await request.get(baseURL + path)).text();
  const headers = drawOperatorHeaders(baseURL);
  const set = async (days: number, rev: number) => {
    const data = { key: `e2e-trial-${String(rev)}`, rev, starts_at: null, days, reason: 'a test of the desk' };
    return (await request.post(`${baseURL}/api/v1/operator/trials`, { headers, data })).status();
  };
  const [note, fortnightNote] = ['۷', '۱۴'].map((count) => t('trial_note', { count })) as [string, string];
  for (const path of PAGES) expect(await read(path), path).toContain(note);
  expect(await set(14, 0)).toBe(200);
  for (const path of PAGES) await expect.poll(() => read(path), { message: path }).toContain(fortnightNote);
  expect(await read(FILM_PATH)).toContain(t('act_trial', { count: '۱۴' }));
  expect(await read(FILM_PATH)).not.toContain(note);
  // The dialogs of any page.
  await expect.poll(() => read('/genres')).toContain('&quot;trialDays&quot;:[0,14]');
  // Two rules never begin in one second.
  await expect.poll(() => set(0, 1)).toBe(200);
  for (const path of PAGES) await expect.poll(() => read(path), { message: path }).not.toContain(fortnightNote);
  expect(await read(FILM_PATH)).toContain(t('act_subscribe'));
});

import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runCron } from '../../../src/app/cron.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { getServices } from '../../../src/features/operator/services-contract.ts';
import { BUILT_IN_FLAGS, type FlagsValue } from '../../../src/features/site/flag-rules.ts';
import { getAppDetails } from '../../../src/features/site/contract.ts';
import { restoreSitePart, saveSitePart } from '../../../src/features/site/texts-contract.ts';
import { setFlags } from '../../../src/platform/config/site-flags.ts';
import { API_BASE } from '../../../src/platform/http/calls/api-base.ts';
import { ORIGIN } from '../../support/site/api.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { site, as, refuse } = await openDeskTitles();
const editor = as('editor');
const reason = 'a test of the flags';
Object.assign(site.env, { LISTS: 'on', CAST: '', SHOW_APP: '1', FULLRATE_NETWORKS: '44244' });
let rev = 0;
const save = async (part: Partial<FlagsValue>) => {
  const input = { value: { ...BUILT_IN_FLAGS, ...part }, rev, reason };
  const { data } = await site.call(saveSitePart, input, editor);
  rev = data.rev;
  return data.value;
};

/** A page that shows the settings it is rendered with; its policy is that of the site. */
const worker = createWorker((_request, { LISTS, CAST, FULLRATE_NETWORKS }) =>
  Promise.resolve(
    Response.json({ LISTS, CAST, FULLRATE_NETWORKS }, { headers: { 'content-security-policy': "script-src 'self'" } }),
  ),
);
async function visit(path: string): Promise<Response> {
  const background: Promise<unknown>[] = [];
  const ctx = { waitUntil: (work: Promise<unknown>) => void background.push(work) } as unknown as ExecutionContext;
  const request = new Request(ORIGIN + path, { headers: { 'cf-connecting-ip': '192.0.2.9' } });
  const response = await worker(request, site.env, ctx);
  await Promise.allSettled(background);
  return response;
}
const see = async () => (await visit('/login')).json<Record<string, string>>();
const readShowApp = async () => {
  const { user } = await (await visit(`${API_BASE}/ghost/get/check`)).json<{ user: { show_app: number } }>();
  return user.show_app;
};

beforeEach(() => {
  site.clock.now += 600;
});
afterAll(() => {
  setFlags({});
});

describe('a flag of the desk', () => {
  it('takes the place of the host’s on pages and in calls, and version 0 gives that back', async () => {
    const before = await see();
    expect(before).toEqual({ LISTS: 'on', CAST: '', FULLRATE_NETWORKS: '44244' });
    expect(await readShowApp()).toBe(1);
    const details = await site.call(getAppDetails, {});

    const saved = await save({
      lists: 'soon',
      cast: 'on',
      show_app: '3',
      networks: 'list',
      network_list: 'AS۱۹۷۲۰۷، ۱۹۷۲۰۷',
    });
    expect(saved).toMatchObject({ network_list: '197207' });
    await expect.poll(see).toEqual({ LISTS: 'soon', CAST: 'on', FULLRATE_NETWORKS: '197207' });
    expect((await visit('/login')).headers.get('content-security-policy')).toContain('gstatic');
    expect(await readShowApp()).toBe(3);
    expect(await site.call(getAppDetails, {})).toEqual(details);
    const { flags } = await site.call(getServices, {}, as('owner'));
    const sources = Object.fromEntries(flags.map(({ name, value, source }) => [name, `${source}: ${value}`]));
    expect(sources).toMatchObject({ LISTS: 'desk: soon', CAST: 'desk: on', SHOW_APP: 'desk: 3' });
    expect(sources).toMatchObject({ FULLRATE_NETWORKS: 'desk: 197207', SITE_VARIANT: 'host: main' });

    await save({ networks: 'none' });
    await expect.poll(see).toEqual({ ...before, FULLRATE_NETWORKS: '' });
    const { data } = await site.call(restoreSitePart, { part: 'flags', version: 0, rev, reason }, editor);
    rev = data.rev;
    await expect.poll(see).toEqual(before);
    expect(await readShowApp()).toBe(1);
  });

  it('leaves the settings of the host as they are, which the schedule reads, too', async () => {
    await save({ lists: 'soon' });
    await runCron(site.env, '*/2 * * * *', () => site.clock.now);
    expect(site.env.LISTS).toBe('on');
    await save({});
    await expect.poll(see).toMatchObject({ LISTS: 'on' });
  });

  it('needs the permission, the version that was read and numbers of networks', async () => {
    const value = { ...BUILT_IN_FLAGS, show_app: '3' as const };
    expect(await refuse(saveSitePart, { value, rev, reason }, as('moderator'))).toBe('403 operator_role');
    expect(await refuse(saveSitePart, { value, rev: 0, reason }, editor)).toBe('409 site_text_changed');
    for (const network_list of ['', 'Irancell', '44244; 0', '4294967296'])
      expect(
        await refuse(saveSitePart, { value: { ...value, networks: 'list', network_list }, rev, reason }, editor),
        network_list,
      ).toMatch(/^422 site_details/);
    const script = { ...value, CHAT_SCRIPT: 'https://evil.example/x.js', SITE_VARIANT: 'igapp' };
    await site.call(saveSitePart, { value: script, rev, reason }, editor);
    const { flags } = await site.call(getServices, {}, as('owner'));
    expect(flags.filter(({ source }) => source === 'desk').map(({ name }) => name)).toEqual(['SHOW_APP']);
  });
});

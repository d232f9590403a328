import { writeFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import siteFa from '../../../locales/fa.json' with { type: 'json' };
import { PART_BYTES } from '../../../src/features/ingest/upload-rules.ts';
import type { StaffRole } from '../../../src/platform/http/calls/permissions.ts';
import { drawOperatorHeaders } from '../../../tools/lib/test-server.ts';
import { addMember, enterDesk, readDrafts } from '../../support/browser/desk.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, signIn as signInAs } from '../../support/browser/fixtures.ts';
import { makeBytes } from '../../support/site/tus.ts';

/** Two editors of one title, and one whose role is taken in the middle of an act. */
const [SHARED, TEXT, FILE] = [87, 88, 89];
const RENEWED = '00:21';

/** The calls of who has the token of the settings. */
function openOwner(request: APIRequestContext, origin: string) {
  const headers = drawOperatorHeaders(origin);
  const read = async <T>(path: string) =>
    ((await (await request.get(`/api/v1/operator${path}`, { headers })).json()) as { data: T }).data;
  return {
    read,
    setRole: async (mobile: string, role: StaffRole) => {
      const members = await read<{ id: number; mobile: string; role: StaffRole }[]>('/staff');
      const member = members.find((one) => one.mobile === mobile);
      const data = { role, seen: member?.role, reason: 'of this test' };
      const answer = await request.post(`/api/v1/operator/staff/${String(member?.id)}`, { headers, data });
      expect(answer.status(), await answer.text()).toBe(200);
    },
  };
}

test('a second editor reads who edits a title and takes it over, which the first one is told', async ({
  page,
  browser,
  mobile,
  signIn,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const title = `/desk/titles/${String(SHARED)}`;
  await page.clock.install();
  await signIn();
  await addMember(page, origin, { mobile, name: `first ${mobile}`, role: 'editor' });
  await page.goto(title);
  await enterDesk(page, 'fa');
  const synopsis = page.getByRole('textbox', { name: deskFa.title_field_synopsis_fa });
  await synopsis.fill('متن نیمه‌تمام');

  const other = await browser.newContext({ baseURL: origin });
  const otherMobile = `0936${mobile.slice(4)}`;
  await signInAs(other, otherMobile, origin);
  await addMember(page, origin, { mobile: otherMobile, name: `second ${mobile}`, role: 'editor' });
  const second = await other.newPage();
  await second.goto(title);
  await enterDesk(second, 'fa');
  const theirs = second.getByRole('status').filter({ hasText: deskFa.lease_theirs });
  await expect(theirs).toContainText(`first ${mobile}`);
  await theirs.getByRole('button', { name: deskFa.lease_take }).click();
  await expect(theirs).toHaveCount(0);

  await page.clock.fastForward(RENEWED);
  const lost = page.getByRole('status').filter({ hasText: deskFa.lease_lost });
  await expect(lost).toContainText(`second ${mobile}`);
  await expect(synopsis).toHaveValue('متن نیمه‌تمام');
  await second.close();
  await other.close();
});

test('a save of an editor whose role was taken is refused in words, and the text stays for who has it again', async ({
  page,
  mobile,
  baseURL,
  enterAs,
}) => {
  const owner = openOwner(page.request, baseURL ?? '');
  const text = `متن ${mobile}`;
  await enterAs('editor', `/desk/titles/${String(TEXT)}`);
  const synopsis = page.getByRole('textbox', { name: deskFa.title_field_synopsis_fa });
  await synopsis.fill(text);
  await expect.poll(async () => (await readDrafts(page)).join()).toContain(text);
  const before = await owner.read<{ rev: number }>(`/titles/${String(TEXT)}`);
  await owner.setRole(mobile, 'viewer');
  await page.getByRole('button', { name: deskFa.title_save }).click();
  await expect(page.getByRole('alert').filter({ hasText: siteFa.error_operator_role })).toBeVisible();
  await expect(synopsis).toHaveValue(text);
  expect((await owner.read<{ rev: number }>(`/titles/${String(TEXT)}`)).rev).toBe(before.rev);

  await owner.setRole(mobile, 'editor');
  await page.reload();
  await expect(page.getByText(deskFa.draft_back)).toBeVisible();
  await expect(synopsis).toHaveValue(text);
});

test('an upload of an editor whose role is taken stops in words at the next part, and continues for who has it again', async ({
  page,
  mobile,
  baseURL,
  enterAs,
}, info) => {
  const owner = openOwner(page.request, baseURL ?? '');
  const film = info.outputPath('film.mkv');
  writeFileSync(film, makeBytes(PART_BYTES + 1000, Date.now()));
  const listJobs = () => owner.read<{ title_id: number }[]>(`/ingests?title=${String(FILE)}`);
  await enterAs('editor', `/desk/titles/${String(FILE)}`);
  const files = page.getByRole('region', { name: deskFa.ingest_files });
  let parts = 0;
  await page.route('**/api/v1/operator/uploads/*', async (route) => {
    parts += route.request().method() === 'PATCH' ? 1 : 0;
    if (parts === 2) await owner.setRole(mobile, 'viewer');
    await route.continue();
  });
  const before = await listJobs();
  await files.getByLabel(deskFa.ingest_choose, { exact: true }).setInputFiles(film);
  await files.getByRole('button', { name: deskFa.ingest_send }).click();
  await expect(files.getByRole('alert').filter({ hasText: siteFa.error_operator_role })).toBeVisible();
  expect(await listJobs()).toHaveLength(before.length);

  await page.unroute('**/api/v1/operator/uploads/*');
  await owner.setRole(mobile, 'editor');
  await files.getByRole('button', { name: deskFa.ingest_upload_resume }).click();
  await expect(files.getByText(deskFa.ingest_sent)).toBeVisible();
  expect(await listJobs()).toHaveLength(before.length + 1);
});

import { appendFileSync, writeFileSync } from 'node:fs';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import { PART_BYTES } from '../../../src/features/ingest/upload-rules.ts';
import { drawOperatorHeaders } from '../../../tools/lib/test-server.ts';
import { expectAccessibleInBothThemes } from '../../support/browser/axe.ts';
import { addMember, enterDesk } from '../../support/browser/desk.ts';
import { test } from '../../support/browser/desk-test.ts';
import { expect, ONE_LOCALE } from '../../support/browser/fixtures.ts';
import { expectNoSidewaysScroll } from '../../support/browser/narrow.ts';
import { makeBytes } from '../../support/site/tus.ts';

const FILM = 81;

for (const locale of ONE_LOCALE) {
  test.describe(`film files (${locale})`, () => {
    test.use({ siteLocale: locale });
    const d = (key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];

    test('an editor sends a film, which continues after a reload, and follows it through the queue', async ({
      page,
      mobile,
      signIn,
      baseURL,
    }, info) => {
      const origin = baseURL ?? '';
      const headers = drawOperatorHeaders(origin);
      const call = async (path: string, data: object) =>
        (await (
          await page.request.post(`/api/v1/operator/ingests/${path}`, {
            headers,
            data,
          })
        ).json()) as {
          data: { id: number; lease: string; title: { id: number } };
        };
      const film = info.outputPath('film.mkv');
      writeFileSync(film, makeBytes(PART_BYTES + 1000, Date.now()));
      await signIn();
      await addMember(page, origin, {
        mobile,
        name: `files ${mobile}`,
        role: 'editor',
      });
      await page.goto(`/desk/titles/${String(FILM)}`);
      await enterDesk(page, locale);

      const files = page.getByRole('region', { name: d('ingest_files') });
      await expect(files.getByText(d('ingest_none_of_title'))).toBeVisible();
      const choose = files.getByLabel(d('ingest_choose'), { exact: true });
      // The line is dead behind the first part.
      let parts = 0;
      await page.route('**/api/v1/operator/uploads/*', async (route) => {
        parts += route.request().method() === 'PATCH' ? 1 : 0;
        await (parts > 1 ? new Promise(() => undefined) : route.continue());
      });
      await choose.setInputFiles(film);
      await files.getByRole('button', { name: d('ingest_send') }).click();
      const readSent = async () => Number(await files.getByRole('progressbar').getAttribute('value'));
      await expect.poll(readSent).toBeGreaterThanOrEqual(PART_BYTES);
      await expectAccessibleInBothThemes(page, 'sending');
      await files.getByRole('button', { name: d('ingest_upload_pause') }).click();
      await expect(files.getByText(d('ingest_upload_paused'))).toBeVisible();
      // The page goes first: a held request would be sent once nothing holds it.
      await page.reload();
      await page.unroute('**/api/v1/operator/uploads/*');

      await expect(files.getByText(d('ingest_unfinished'))).toContainText('film.mkv');
      await choose.setInputFiles(film);
      const offsets: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '');
      });
      await files.getByRole('button', { name: d('ingest_send') }).click();
      await expect(files.getByText(d('ingest_sent'))).toBeVisible();
      expect(offsets).toEqual([String(PART_BYTES)]);
      const row = files.getByRole('row').nth(1);
      await expect(row).toContainText(d('ingest_state_waiting'));
      await row.getByRole('button', { name: d('ingest_priority_on') }).click();
      await expect(row.getByRole('button', { name: d('ingest_priority_off') })).toBeVisible();

      const job = (await call('take', { worker: 'studio 1' })).data;
      expect(job.title.id).toBe(FILM);
      const report = {
        seconds: 5400,
        width: 1920,
        height: 804,
        frame_rate: 23.976,
        is_hdr: true,
        chapters: 3,
      };
      const sounds = [{ language: 'fa', channels: 6, title: '', is_description: false }];
      const read = {
        ...report,
        sounds,
        subtitles: [],
        renditions: ['240p', '1080p'],
      };
      const lease = { lease: job.lease };
      await call(`${String(job.id)}/report`, {
        ...lease,
        progress: 420,
        step: 'picture',
        report: read,
      });
      await page.goto('/desk/ingests?state=working');
      const working = page.getByRole('row').filter({ hasText: 'studio 1' });
      await expect(working).toContainText(d('ingest_step_picture'));
      await working.getByRole('button', { name: d('ingest_report') }).click();
      await expect(page.getByRole('dialog')).toContainText(d('ingest_hdr'));
      await expectAccessibleInBothThemes(page, 'a report');
      await page.keyboard.press('Escape');
      await call(`${String(job.id)}/fail`, {
        ...lease,
        code: 'damaged',
        detail: 'film.mkv: 3 seconds are missing',
      });
      await page.getByRole('button', { name: d('ingest_refresh') }).click();
      await expect(page.getByText(d('ingest_jobs_none'))).toBeVisible();
      await page.goto('/desk/ingests');
      const failed = page
        .getByRole('row')
        .filter({ hasText: `files ${mobile}` })
        .first();
      await expect(failed).toContainText(d('ingest_fail_damaged'));
      await failed.getByRole('button', { name: d('ingest_retry') }).click();
      await expect(failed).toContainText(d('ingest_state_waiting'));
      await failed.getByRole('button', { name: d('ingest_cancel') }).click();
      await page.getByRole('dialog').getByLabel(d('reason_label')).fill('فایل اشتباه');
      await page.getByRole('button', { name: d('ingest_cancel_do') }).click();
      await expect(failed).toContainText(d('ingest_state_cancelled'));
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
    });

    test('a trailer is taken from a title and comes back', async ({ page, enterAs }) => {
      await enterAs('editor', `/desk/titles/${String(FILM + 2)}`);
      const trailer = page.getByRole('region', { name: d('art_trailer') });
      await expect(trailer.getByText(d('art_trailer_there'))).toBeVisible();
      const fill = (key: keyof typeof deskFa, word: string) => d(key).replace(/\{\{\w+\}\}/, word);
      await trailer.getByRole('button', { name: fill('art_remove_of', d('art_trailer')) }).click();
      await expect(trailer.getByText(d('art_trailer_none'))).toBeVisible();
      await page.getByRole('button', { name: fill('title_undo_of', d('art_trailer')) }).click();
      await expect(trailer.getByText(d('art_trailer_there'))).toBeVisible();
      const files = page.getByRole('region', { name: d('ingest_files') });
      await files.getByLabel(d('ingest_kind'), { exact: true }).selectOption('trailer');
      await expect(
        files.getByText(fill('ingest_choose_trailer', locale === 'fa' ? '۱۰' : '10').split(' {{')[0] ?? ''),
      ).toBeVisible();
      await expectAccessibleInBothThemes(page, 'a trailer');
    });

    test('subtitles are shown as the site will have them before they are sent', async ({
      page,
      mobile,
      signIn,
      baseURL,
    }, info) => {
      await signIn();
      await addMember(page, baseURL ?? '', {
        mobile,
        name: `texts ${mobile}`,
        role: 'editor',
      });
      await page.goto(`/desk/titles/${String(FILM + 1)}`);
      await enterDesk(page, locale);
      const files = page.getByRole('region', { name: d('ingest_files') });
      await files.getByLabel(d('ingest_kind'), { exact: true }).selectOption('subtitle');
      const choose = files.getByLabel(d('ingest_choose'), { exact: true });
      const write = (name: string, ...parts: (string | Uint8Array)[]) => {
        const file = info.outputPath(name);
        for (const part of parts) appendFileSync(file, part);
        return file;
      };
      await choose.setInputFiles(write('none.srt', 'no times at all'));
      await expect(files.getByText(d('ingest_subtitle_none'))).toBeVisible();
      // «.سلام» in Windows-1256, its full stop in front as old players wanted it.
      const line = '1\r\n00:00:01,000 --> 00:00:02,500\r\n';
      await choose.setInputFiles(write('fa.srt', line, Uint8Array.of(0x2e, 0xd3, 0xe1, 0xc7, 0xe3)));
      const preview = files.getByRole('figure');
      await expect(preview).toContainText('windows-1256');
      const repair = preview.getByRole('row').nth(1);
      await expect(repair).toContainText('.سلام');
      await expect(repair).toContainText('سلام.');
      await files.getByLabel(d('ingest_text_kind'), { exact: true }).selectOption('deaf');
      await expectAccessibleInBothThemes(page, 'subtitles');
      await files.getByRole('button', { name: d('ingest_send') }).click();
      await expect(files.getByText(d('tracks_put_done'))).toBeVisible();
      const tracks = page.getByRole('region', { name: d('tracks_title') });
      const subtitles = tracks.getByRole('table', { name: d('tracks_subtitles'), exact: true });
      const added = subtitles.getByRole('row').filter({ hasText: d('tracks_from_desk') });
      await expect(added).toContainText(d('ingest_for_deaf'));
      await expectAccessibleInBothThemes(page, 'tracks');

      await added.getByRole('button').click();
      await page.getByRole('dialog').getByLabel(d('reason_label')).fill('فایل اشتباه');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: d('art_remove'), exact: true })
        .click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(added).toHaveCount(0);
      await tracks.locator('summary').click();
      const history = tracks.getByRole('table', { name: d('tracks_history'), exact: true });
      await history.getByRole('row').nth(1).getByRole('button').click();
      await expect(added).toContainText(d('ingest_for_deaf'));

      const sounds = tracks.getByRole('table', { name: d('ingest_report_sounds'), exact: true });
      await sounds.getByRole('row').nth(1).getByRole('button').click();
      await page.getByRole('dialog').getByLabel(d('titles_name')).fill('گفتار کارگردان');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: d('passkey_rename_do') })
        .click();
      await expect(sounds.getByRole('row').nth(1)).toContainText('گفتار کارگردان');
      // Other titles play this folder, too: it is left as it was.
      await history.getByRole('row').nth(1).getByRole('button').click();
      await expect(sounds.getByRole('row').nth(1)).not.toContainText('گفتار کارگردان');
      await history.getByRole('row').nth(5).getByRole('button').click();
      await expect(added).toHaveCount(0);
      await page.setViewportSize({ width: 360, height: 780 });
      await expectNoSidewaysScroll(page);
    });
  });
}

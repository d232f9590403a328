import { mkdirSync, writeFileSync } from 'node:fs';
import { chooseRadio, expect, framesAdvance, ONE_LOCALE, test } from '../../support/browser/fixtures.ts';
import { FREE, play, press } from '../../support/browser/watching.ts';

const SRT = '1\n00:00:00,000 --> 00:00:36,000\n.سلام <img src=x onerror=alert(1)> <i>یک</i>\n';
const ALL = '1\n00:00:00,000 --> 00:00:36,000\n';

/** A file of this test, by its path. */
function writeFile(name: string, text: string): string {
  mkdirSync(test.info().outputDir, { recursive: true });
  const path = test.info().outputPath(name);
  writeFileSync(path, text);
  return path;
}

for (const locale of ONE_LOCALE) {
  test.describe(`subtitles of one’s own (${locale})`, () => {
    test.use({ siteLocale: locale });

    test('a file is drawn as text, a broken one refused, a second one below, and the timing kept', async ({
      page,
      t,
    }) => {
      page.on('dialog', () => {
        throw new Error('a script of the file has run');
      });
      await play(page, FREE);
      await page.keyboard.press('k');
      await press(page, t('player_settings'));
      const panel = page.getByRole('region', { name: t('player_settings') });
      const chooser = panel.getByLabel(t('player_own'));
      await chooser.setInputFiles(writeFile('x.srt', 'no subtitles'));
      await expect(panel.getByText(t('player_own_unreadable'))).toBeVisible();
      await panel.getByText(t('player_own_unread_one', { count: locale === 'fa' ? '۱' : '1' })).click();
      await expect(panel.getByRole('listitem').filter({ hasText: 'no subtitles' })).toBeVisible();
      await chooser.setInputFiles(writeFile('من.srt', SRT));
      const drawn = page.locator('.player-cue[data-kind=main]');
      await expect(drawn).toHaveText(/^\u200fسلام\s+یک\.\u200f$/);
      await expect(drawn).toHaveAttribute('dir', 'rtl');
      await expect(page.locator('.player-cues img')).toHaveCount(0);

      const second = panel.getByRole('group', { name: t('player_second_subtitles') });
      await chooseRadio(second.getByRole('radio', { name: t('player_language_en') }));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: t('player_settings') })).toBeFocused();
      await page.keyboard.press('1');
      await expect(page.locator('.player-cue[data-kind=second]')).toHaveAttribute('dir', 'ltr');

      await press(page, t('player_settings'));
      await panel.getByRole('button', { name: t('player_offset_more') }).click();
      await panel.getByRole('button', { name: t('player_offset_more') }).click();
      const later = t('player_offset_later', { seconds: locale === 'fa' ? '۰٫۲' : '0.2' });
      await expect(panel.getByText(later)).toBeVisible();
      await page.goto('about:blank');
      await page.goto(`${FREE}#play`, { waitUntil: 'commit' });
      await framesAdvance(page);
      await press(page, t('player_settings'));
      await expect(panel.getByText(later)).toBeVisible();
      await expect(panel.getByText('من.srt')).toHaveCount(0);
    });
  });
}

test('a huge file is refused before it is read', async ({ page, t }) => {
  await play(page, FREE);
  await press(page, t('player_settings'));
  const file = writeFile('x.srt', ALL.repeat(70_000));
  await page.getByLabel(t('player_own')).setInputFiles(file);
  await expect(page.getByText(t('player_own_too_large'))).toBeVisible();
});

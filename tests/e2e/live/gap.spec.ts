// @module-tag full
import { tehranMoment } from '../../../src/platform/text/tehran-week.ts';
import { expect, framesAdvance, test } from '../../support/browser/fixtures.ts';
import { servePrepared } from '../../support/site/prepared-site.ts';
import { prepareRow } from '../../support/database/rows.ts';

const PORT = Number(process.env['TEST_PORT'] ?? 4399) + 335;
const CHANNEL = 401;
/** Seconds until the gap has ended at the latest; programmes begin at whole minutes. Before that the site has to start and
 * the channel to play, which takes a slow machine a minute. */
const GAP = 180;

test('a channel in a gap plays on into the next programme, which is then named', async ({ page, t }) => {
  test.setTimeout(420_000);
  const site = await servePrepared({ port: PORT, stateDir: '.wrangler/gap-state', vars: {} }, (db) => {
    const { day, minute } = tehranMoment(Date.now() / 1000 + GAP);
    return db.batch([
      db.prepare('DELETE FROM programmes WHERE channel_id = ?').bind(CHANNEL),
      prepareRow(db, 'programmes', {
        ...{
          channel_id: CHANNEL,
          day,
          start: minute,
          name_fa: 'برنامهٔ بعدی',
          name_en: 'The next one',
          media: 'clip-2',
        },
      }),
    ]);
  });
  try {
    const folders = new Set<string>();
    page.on('request', (request) => /\.m4s$/.test(request.url()) && folders.add(new URL('.', request.url()).pathname));
    await page.goto(`http://localhost:${String(PORT)}/live/${String(CHANNEL)}#play`);
    const player = page.getByRole('dialog').getByRole('region', { name: /پرده یک/ });
    await framesAdvance(page);
    await expect(player).not.toHaveAccessibleName(/برنامهٔ بعدی/);
    const video = page.locator('video');
    const source = await video.getAttribute('src');
    const time = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
    const before = await time();
    await expect(player).toHaveAccessibleName(/برنامهٔ بعدی/, { timeout: (GAP + 60) * 1000 });
    await framesAdvance(page);
    // Neither a new player nor a press was needed, and the picture continued.
    await expect(video).toHaveAttribute('src', source ?? '');
    expect(await time()).toBeGreaterThan(before);
    await expect(page.getByRole('button', { name: t('live_badge'), includeHidden: true })).toBeDisabled();
  } finally {
    await site.stop();
  }
});

import deskEn from '../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../locales/desk/fa.json' with { type: 'json' };
import type { Stage } from './scenes.ts';

export const deskText = ({ locale }: Stage, key: keyof typeof deskFa) => (locale === 'fa' ? deskFa : deskEn)[key];

export const load = async ({ page }: Stage) => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.desk-wait').first().waitFor({ state: 'hidden' });
};

/** A screen whose code does not come. */
export const showMissingPart = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await page.route(/\/_astro\/AlarmsScreen\./, (route) => route.abort());
  await page.locator('.desk-nav a[href$="/desk/alarms"]').click();
  await page.getByText(deskText(stage, 'state_missing_part')).waitFor();
};

import type { Stage } from './scenes.ts';
import { deskText, load } from './desk-stage.ts';

/** A colour that is hard to read in the light theme, and home with it. */
export const showBrand = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  const theme = deskText(stage, 'brand_light');
  await page.getByRole('button', { name: deskText(stage, 'brand_preview_show'), exact: true }).click();
  await page.frameLocator('.desk-brand-page').getByRole('contentinfo').waitFor();
  await page.getByLabel(deskText(stage, 'brand_colour').replace('{{theme}}', theme), { exact: true }).fill('#ff8800');
};

import { deskText, load } from './desk-stage.ts';
import type { Scene, Stage } from './scenes.ts';

const openFirst = async (stage: Stage, table: Parameters<typeof deskText>[1]) => {
  await load(stage);
  const rows = stage.page.getByRole('table', { name: deskText(stage, table), exact: true });
  await rows.getByRole('button').first().click();
  await stage.page.getByRole('dialog').locator('form, fieldset').first().waitFor();
};
const showIssue = (stage: Stage) => openFirst(stage, 'print_issues');
const showScreening = (stage: Stage) => openFirst(stage, 'screenings_title');
const showProgramme = async (stage: Stage) => {
  await load(stage);
  await stage.page.getByRole('listitem').getByRole('button').first().click();
  await stage.page.getByRole('dialog').locator('form').waitFor();
};

export const FRONT_SCENES: readonly Omit<Scene, 'file' | 'viewer'>[] = [
  { name: 'desk-front', path: '/desk/front' },
  { name: 'desk-front-screenings', path: '/desk/front/screenings' },
  { name: 'desk-front-channels', path: '/desk/front/channels' },
  { name: 'desk-front-week', path: '/desk/front/channels/401' },
  { name: 'desk-front-screening', path: '/desk/front/screenings', act: showScreening },
  { name: 'desk-front-programme', path: '/desk/front/channels/401', act: showProgramme },
  { name: 'desk-front-magazines', path: '/desk/front/magazines' },
  { name: 'desk-front-magazine', path: '/desk/front/magazines/501' },
  { name: 'desk-front-issue', path: '/desk/front/magazines/501', act: showIssue },
  { name: 'desk-front-list', path: '/desk/front/lists/classics' },
];

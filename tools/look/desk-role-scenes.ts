import { load } from './desk-stage.ts';
import type { Role, Scene, Stage } from './scenes.ts';

const openCase = async (stage: Stage) => {
  const { page } = stage;
  await load(stage);
  await page.locator('main a[href*="/desk/compensations/"]').first().click();
  await page.waitForURL('**/desk/compensations/*');
  await load(stage);
};

const ROLES: readonly Role[] = ['editor', 'support', 'finance', 'moderator'];

/** A case of compensation, and the first screen of each role. */
export const ROLE_SCENES: readonly Omit<Scene, 'file'>[] = [
  { name: 'desk-compensation-case', path: '/desk/compensations', act: openCase },
  ...ROLES.map((role) => ({ name: `desk-role-${role}`, path: '/desk', viewer: role })),
];

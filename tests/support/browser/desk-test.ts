import type { StaffRole } from '../../../src/platform/http/calls/permissions.ts';
import { addMember, enterDesk } from './desk.ts';
import { test as base } from './fixtures.ts';

interface DeskFixtures {
  /** Signs this test's browser in as a member with a role, and opens the desk at a path. */
  enterAs: (role: StaffRole, path: string) => Promise<void>;
}

/** The shared fixtures, and a way into the desk. */
export const test = base.extend<DeskFixtures>({
  enterAs: async ({ page, mobile, signIn, siteLocale, baseURL }, use) => {
    await use(async (role, path) => {
      await signIn();
      await addMember(page, baseURL ?? '', { mobile, name: `${role} ${mobile}`, role });
      await page.goto(path);
      await enterDesk(page, siteLocale);
    });
  },
});

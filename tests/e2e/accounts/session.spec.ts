import { formatMobile } from '../../../src/platform/text/mobile.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { signInByForm } from '../../support/browser/sign-in-by-form.ts';

const USER_CALL = /\/get\/user\?/;

test('a guest at a protected page signs in and comes back to it', async ({ page, mobile, t }) => {
  await page.goto('/profile');
  await expect(page).toHaveURL('/login?redirect=%2Fprofile');

  const calls: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/v1\/(login|get\/user)\b/.test(request.url())) calls.push(new URL(request.url()).pathname);
    else if (request.isNavigationRequest()) calls.push('page');
  });
  await signInByForm(page, mobile, t);
  await expect(page).toHaveURL('/profile');
  // Spec 4.03: the user is fetched on login, and then the page loads again.
  expect(calls.slice(0, 4)).toEqual(['/api/v1/login/send-code', '/api/v1/login', '/api/v1/get/user', 'page']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('account_menu'));
});

test('a signed-in visitor at the login page is sent home', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/login');
  await expect(page).toHaveURL('/');
});

test('the profile menu shows the mobile and the days left, and signs out', async ({ page, signIn, mobile, t }) => {
  await signIn();
  await page.goto('/genres');
  await page.getByRole('button', { name: t('account_menu') }).click();
  const panel = page.locator('#account');
  const who = panel.getByRole('status');
  await expect(who).toContainText(formatMobile(mobile).replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit))));
  await expect(who).toContainText('۷');
  for (const key of ['account_my_lists', 'account_app', 'account_payments'] as const) {
    await expect(panel.getByRole('link', { name: t(key) })).toBeVisible();
  }
  await panel.getByRole('button', { name: t('account_logout') }).click();
  await expect(page.getByRole('link', { name: t('account_login') })).toBeVisible();
  const cookies = await page.context().cookies();
  expect(cookies.filter((cookie) => /session|signed_in/.test(cookie.name))).toEqual([]);
});

test('the links of the profile menu stay under the finger as the account comes', async ({ page, signIn, t }) => {
  // The menu's own rise is over at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn();
  let answer = () => {};
  const gate = new Promise<void>((resolve) => (answer = resolve));
  await page.route(USER_CALL, async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto('/genres');
  await page.getByRole('button', { name: t('account_menu') }).click();
  const panel = page.locator('#account');
  const link = panel.getByRole('link', { name: t('account_direct_debit') });
  await expect(panel.getByRole('status')).toHaveText(t('account_loading'));
  await page.evaluate(() => document.fonts.ready);
  const before = await link.boundingBox();
  expect(before).not.toBeNull();
  answer();
  await expect(panel.getByRole('status')).toContainText('۷');
  expect(await link.boundingBox()).toEqual(before);
});

test('a cart that answers 401 ends the session, and the page loads anew where it is (spec 8.03)', async ({
  page,
  signIn,
}) => {
  await signIn();
  const answers: number[] = [];
  await page.route('**/api/v1/get/cart', async (route) => {
    answers.push(401);
    await route.fulfill({ status: 401, json: { code: 'unauthenticated', message: 'no' } });
  });
  await page.goto('/movie/52');
  await page.evaluate(() => {
    localStorage.setItem('player', '{}');
    location.hash = 'content';
  });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('player')).catch(() => '')).toBeNull();
  await expect(page.locator('html[data-signed-in]')).toHaveCount(0);
  await expect(page).toHaveURL(/\/movie\/52/);
  await expect(page.locator('#home-notice')).toHaveCount(0);
  expect(answers).toEqual([401]);
});

test('an answer 401 ends the session: cookies and local storage are cleared, and the page loads anew', async ({
  page,
  signIn,
  context,
  baseURL,
  t,
}) => {
  await signIn();
  await page.goto('/genres');
  await page.evaluate(() => {
    localStorage.setItem('player', '{}');
  });
  const url = new URL(baseURL ?? '');
  await context.addCookies([
    {
      name: '__Host-session',
      value: 'revoked-elsewhere',
      domain: url.hostname,
      path: '/',
      secure: true,
      httpOnly: true,
    },
  ]);
  await page.getByRole('button', { name: t('account_menu') }).click();
  await expect(page.getByRole('link', { name: t('account_login') })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('player'))).toBeNull();
  const cookies = await context.cookies();
  expect(cookies.filter((cookie) => /session|signed_in/.test(cookie.name))).toEqual([]);
});

test(
  'an answer 401 that comes after another tab has signed in leaves the new session alone',
  { tag: '@full' },
  async ({ page, signIn, mobile, context, t }) => {
    const other = await context.newPage();
    await other.goto('/login?redirect=/genres');
    await signIn();
    const signedIn = Promise.withResolvers<undefined>();
    await page.route(USER_CALL, async (route) => {
      await signedIn.promise;
      await route.fulfill({
        status: 401,
        json: { status: 'error', code: 'unauthenticated', message: '', message_fa: '' },
      });
    });
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await page.goto('/genres');
    const userCall = page.waitForRequest(USER_CALL);
    await page.getByRole('button', { name: t('account_menu') }).click();
    await userCall;
    await signInByForm(other, mobile, t);
    await expect(other).toHaveURL('/genres');
    signedIn.resolve(undefined);
    await expect(page.locator('#account').getByRole('status')).toHaveText(t('account_failed'));
    expect(paths).not.toContain('/api/v1/logout');
    await other.goto('/profile');
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(t('account_menu'));
  },
);

test('no script can read the session: the cookie is HttpOnly and the answer of login holds no token', async ({
  page,
  signIn,
  context,
}) => {
  await signIn();
  await page.goto('/');
  expect(await page.evaluate(() => document.cookie)).not.toContain('session');
  const session = (await context.cookies()).find((cookie) => cookie.name === '__Host-session');
  expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
});

test('redirect targets outside the site are not followed after login', { tag: '@full' }, async ({ page, signIn }) => {
  await signIn();
  for (const target of [
    '//evil.example',
    '/\\evil.example',
    '/%5cevil.example',
    'https:evil.example',
    '/%0aevil',
    'javascript:alert(1)',
  ]) {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
    await expect(page, target).toHaveURL('/');
  }
});

test('content_subscription: a known subscriber is offered no plans on a title, a guest is (spec 3.18)', async ({
  page,
  signIn,
  t,
}) => {
  const offer = page.locator('main a[data-modal="plans"]');
  const included = page.locator('main').getByText(t('title_in_subscription'));
  await page.goto('/movie/52');
  await expect(offer).toBeVisible();
  await expect(included).toBeHidden();
  // A new account has a trial.
  await signIn();
  await page.goto('/movie/52');
  await page.getByRole('button', { name: t('account_menu') }).click();
  await expect(page.locator('html[data-content-subscription]')).toHaveCount(1);
  await page.goto('/movie/52');
  await expect(offer).toBeHidden();
  await expect(included).toBeVisible();
  await page.context().clearCookies();
  await page.goto('/movie/52');
  await expect(offer).toBeVisible();
  await expect(included).toBeHidden();
});

import type { APIRequestContext, Browser, Page } from '@playwright/test';
import deskEn from '../../../locales/desk/en.json' with { type: 'json' };
import deskFa from '../../../locales/desk/fa.json' with { type: 'json' };
import type { Locale } from '../../../src/platform/text/locale.ts';
import type { StaffRole } from '../../../src/platform/http/calls/permissions.ts';
import { run } from '../../../tools/lib/processes.ts';
import { drawOperatorHeaders, TEST_OPERATOR_TOKEN } from '../../../tools/lib/test-server.ts';
import { readAuthenticator } from '../authenticator.ts';
import { codeFor, expect, signIn } from './fixtures.ts';

/** Buys a plan at the sandbox bank as the account that is signed in; gives the payment's id. */
export async function buyPlan(page: Page, origin: string, plan = 1): Promise<string> {
  const input = { plan_id: plan, payment_method: 'sandbox' };
  const answer = await page.request.post(`${origin}/api/v1/payments/plan`, { data: input, headers: { origin } });
  const { data } = (await answer.json()) as { data: { pay_url: string; payment: { id: string } } };
  await page.goto(data.pay_url);
  await page.locator('main button').first().click();
  await page.waitForURL('**/callback?**');
  return data.payment.id;
}

/** As `buyPlan`, by another account: nobody at the desk gives their own money back. */
export async function buyPlanAs(browser: Browser, origin: string, mobile: string, plan = 1): Promise<string> {
  const context = await browser.newContext({ baseURL: origin });
  await signIn(context, mobile, origin);
  const id = await buyPlan(await context.newPage(), origin, plan);
  await context.close();
  return id;
}

/** Sends a call of the desk by the token of the settings, and gives the `data` of its answer. */
export function createDeskClient(request: APIRequestContext, origin: string) {
  const headers = drawOperatorHeaders(origin);
  return async <T>(path: string, data: object): Promise<T> => {
    const answer = await request.post(`${origin}/api/v1/operator/${path}`, { headers, data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return ((await answer.json()) as { data: T }).data;
  };
}

/** Gives an account a role, by the token of the settings. */
export async function addMember(page: Page, origin: string, place: { mobile: string; name: string; role: StaffRole }) {
  await createDeskClient(page.request, origin)('staff', place);
}

/** Makes the account of a mobile, which has signed in, the first owner: by the command of who has the server. */
export async function makeOwner(mobile: string, name: string, origin: string): Promise<string> {
  const command = ['scripts/run.mjs', 'scripts/desk-owner.ts', mobile, '--name', name, '--site', origin];
  const { code, output } = await run(process.execPath, command, { env: { OPERATOR_TOKEN: TEST_OPERATOR_TOKEN } });
  expect(code, output).toBe(0);
  return output;
}

/** Signs in at the desk's own form, which is open. */
export async function signInAtDesk(page: Page, locale: Locale, mobile: string): Promise<void> {
  const texts = locale === 'fa' ? deskFa : deskEn;
  await page.getByLabel(texts.sign_in_mobile).fill(mobile);
  await page.getByRole('button', { name: texts.sign_in_send }).click();
  const code = page.getByLabel(texts.sign_in_sms);
  await expect(code).toBeVisible();
  await code.fill(await codeFor(page.context(), mobile, new URL(page.url()).origin));
  await page.getByRole('button', { name: texts.sign_in_enter }).click();
}

/** A code of the key that the page of enrolment shows. */
export async function readFirstCode(page: Page): Promise<string> {
  const key = (await page.locator('.desk-code').innerText()).replaceAll(' ', '');
  return readAuthenticator(key, Math.floor(Date.now() / 1000));
}

/** Enrols a member at the desk's page that is open: a first code, and the codes of recovery are read. */
export async function enterDesk(page: Page, locale: Locale): Promise<void> {
  const texts = locale === 'fa' ? deskFa : deskEn;
  await page.getByLabel(texts.enrol_first).fill(await readFirstCode(page));
  await page.getByRole('button', { name: texts.factor_open }).click();
  await page.getByRole('button', { name: texts.recovery_read }).click();
  await waitForScreen(page);
}

/** A screen names the page once it is drawn and the frame around it listens to keys. */
export async function waitForScreen(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/ \| /);
}

/** All alarms that nobody has ended: a bank's file of another test raises more than a page of them. */
export async function listAlarms(page: Page, origin: string): Promise<{ id: number; text: string }[]> {
  const alarms: { id: number; text: string }[] = [];
  for (let before = ''; ;) {
    const answer = await page.request.get(`${origin}/api/v1/operator/alarms${before}`);
    const { data, next } = (await answer.json()) as { data: { id: number; text: string }[]; next: number | null };
    alarms.push(...data);
    if (next === null) return alarms;
    before = `?before=${String(next)}`;
  }
}

/** The typed texts that this browser keeps: each form's as JSON. */
export function readDrafts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, value]) => (key.startsWith('desk-draft:') ? [String(value)] : [])),
  );
}

/** As a person drops a file of the desktop: no script of a page can. */
export async function dropFile(page: Page, label: string, path: string): Promise<void> {
  const field = page.getByLabel(label);
  await field.scrollIntoViewIfNeeded();
  const box = await field.boundingBox();
  const session = await page.context().newCDPSession(page);
  const place = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 };
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...place, data });
}

import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { StaffRole } from '../../src/platform/http/calls/permissions.ts';
import { addMember, buyPlanAs, createDeskClient, enterDesk } from '../../tests/support/browser/desk.ts';
import { signIn } from '../../tests/support/browser/fixtures.ts';
import { VIEWER_MOBILES } from './viewer-mobiles.ts';

/** A year, of which one person gives back 500,000 toman alone. */
const YEAR_PLAN = 4;
const HALF = { line: 0, toman: 347_600, days: 180 };
const COMMENTS = [
  [54, 'نسخهٔ کامل را از www.film-mofti.example بگیرید.'],
  [57, 'سانسورچی بی‌شرف! نصف فیلم را بریده‌اند.'],
  [2, 'زیرنویس بهتر در t.me/zirnevis هست.'],
] as const;

/** Makes the account a member of the desk, with the second factor of a telephone. */
export async function enrol(
  context: BrowserContext,
  origin: string,
  who: { mobile: string; name: string; role: StaffRole },
): Promise<Page> {
  const page = await context.newPage();
  await addMember(page, origin, who);
  await page.goto(`${origin}/desk`);
  await enterDesk(page, 'fa');
  await page.getByRole('navigation').first().waitFor();
  return page;
}

/** By the token of the settings, which needs no second person: a batch of gift cards. */
export async function fillDesk({ request }: BrowserContext, origin: string): Promise<void> {
  const send = createDeskClient(request, origin);
  await send('gift-batches', {
    ...{ key: 'batch-of-the-look', plan_id: 1, count: 10, toman: 450_000, buyer: 'کتاب‌فروشی آفتاب' },
    ...{ tracking: '140309870001', reason: 'برای فروش نوروزی' },
  });
}

/** The support agent proposes days for who bought these titles. */
export async function proposeDays(support: BrowserContext, origin: string, titles: readonly number[]): Promise<void> {
  const until = Math.floor(Date.now() / 1000);
  const fault = { kind: 'title', from: until - 600, until, days: 2, reason: 'پخش نشد' };
  for (const subject of titles)
    await post(support, origin, '/api/v1/operator/compensations', {
      ...{ key: `case-of-the-look-${String(subject)}`, subject, ...fault },
    });
}

/** One half of a year was given back, and the support agent asks a second person for the other. */
export async function askForRefund(browser: Browser, support: BrowserContext, origin: string): Promise<void> {
  const payment_id = await buyPlanAs(browser, origin, VIEWER_MOBILES.buyer, YEAR_PLAN);
  const half = { payment_id, destination: 'wallet', lines: [HALF], reason: 'بانک دو بار برداشت کرد' };
  await createDeskClient(support.request, origin)('refunds', { key: 'first-half-of-the-look', ...half });
  await post(support, origin, '/api/v1/operator/approvals/refunds', { key: 'other-half-of-the-look', ...half });
}

/** Comments that the rules hold for a moderator. */
export async function fillComments(browser: Browser, origin: string): Promise<void> {
  const writer = await browser.newContext();
  await signIn(writer, VIEWER_MOBILES.writer, origin);
  for (const [title, text] of COMMENTS)
    await post(writer, origin, `/api/v1/comments/titles/${String(title)}`, { text });
  await writer.close();
}

export async function post({ request }: BrowserContext, origin: string, path: string, data: object): Promise<unknown> {
  const answer = await request.post(origin + path, { data, headers: { origin } });
  if (!answer.ok()) throw new Error(`${path}: ${String(answer.status())} ${await answer.text()}`);
  return answer.json();
}

import type { Browser, BrowserContext } from '@playwright/test';
import * as v from 'valibot';
import { listGifts } from '../../src/features/gifts/contract.ts';
import { openHelp } from '../../src/features/help/contract.ts';
import { createAccount } from '../../tests/support/browser/account.ts';
import { addMember, createDeskClient, enterDesk } from '../../tests/support/browser/desk.ts';
import { signIn } from '../../tests/support/browser/fixtures.ts';
import type { Viewer } from './scenes.ts';
import { VIEWER_MOBILES } from './viewer-mobiles.ts';

/** Addresses that only the prepared member has: ids of payments, and the path of an open bank page. */
export interface MemberFacts {
  paid: string;
  cancelled: string;
  open: string;
  help: string;
  gift: string;
  bank: string;
}
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;
export interface Viewers {
  states: Record<Viewer, StorageState>;
  facts: MemberFacts;
}

const PIN = '2580';
const TOMAN = 3_000_000;
const FILM_TO_BUY = 126;

/** Prepares who looks: a guest, somebody new, a member with money, titles and lists, and a child. */
export async function prepareViewers(browser: Browser, origin: string): Promise<Viewers> {
  const session = async (mobile?: string) => {
    const context = await browser.newContext();
    await context.setExtraHTTPHeaders({ 'cf-connecting-ip': '10.20.30.40' });
    if (mobile !== undefined) await signIn(context, mobile, origin);
    return context;
  };
  const member = await session(VIEWER_MOBILES.member);
  const newcomer = await session(VIEWER_MOBILES.newcomer);
  const kids = await session();
  const facts = await fillMember(member, origin);
  await post(kids, origin, '/api/v1/kids/enter', { pin: PIN });
  const staff = await session(VIEWER_MOBILES.staff);
  await enrol(staff, origin, { mobile: VIEWER_MOBILES.staff, name: 'سارا محمدی' });
  const colleague = await session(VIEWER_MOBILES.colleague);
  await enrol(colleague, origin, { mobile: VIEWER_MOBILES.colleague, name: 'Sam Taylor' });
  await fillDesk(staff, origin);
  const guest = await session();
  const states = {
    guest: await guest.storageState(),
    newcomer: await newcomer.storageState(),
    member: await member.storageState(),
    kids: await kids.storageState(),
    staff: await staff.storageState(),
    colleague: await colleague.storageState(),
  };
  for (const context of [guest, newcomer, member, kids, staff, colleague]) await context.close();
  return { states, facts };
}

/** Makes the account an owner of the desk, with the second factor of a telephone. */
async function enrol(context: BrowserContext, origin: string, who: { mobile: string; name: string }): Promise<void> {
  const page = await context.newPage();
  await addMember(page, origin, { ...who, role: 'owner' });
  await page.goto(`${origin}/desk`);
  await enterDesk(page, 'fa');
  await page.getByRole('navigation').first().waitFor();
  await page.close();
}

/** By the token of the settings, which needs no second person: a batch of gift cards, and two proposals of days. */
async function fillDesk({ request }: BrowserContext, origin: string): Promise<void> {
  const send = createDeskClient(request, origin);
  await send('gift-batches', {
    ...{ key: 'batch-of-the-look', plan_id: 1, count: 10, toman: 450_000, buyer: 'کتاب‌فروشی آفتاب' },
    ...{ tracking: '140309870001', reason: 'برای فروش نوروزی' },
  });
  const until = Math.floor(Date.now() / 1000);
  const fault = { kind: 'title', from: until - 600, until, days: 2, reason: 'پخش نشد' };
  for (const subject of [FILM_TO_BUY, 54])
    await send('compensations', { key: `case-of-the-look-${String(subject)}`, subject, ...fault });
}

async function fillMember(context: BrowserContext, origin: string): Promise<MemberFacts> {
  const account = createAccount(context, origin);
  const charge = await account.charge(TOMAN);
  await account.press(charge.bank, 'pay');
  const paid = await account.planFromWallet(1);
  await post(context, origin, '/api/v1/payments/title', { id: FILM_TO_BUY, payment_method: 'wallet' });
  const credit = await account.charge(50_000);
  await account.press(credit.bank, 'cancel');
  const bank = await account.addBank();
  await account.press(bank, 'pay');
  for (const id of [2, 39, 57]) await post(context, origin, '/api/v1/my/lists/later/add', { id });
  const now = Math.floor(Date.now() / 1000);
  const progress = [2, 39, 201, 1001].map((id) => ({
    id,
    duration: 6000,
    since: 0,
    seen: 0,
    points: [{ at: 900, when: now }],
  }));
  await post(context, origin, '/api/v1/my/progress', { now, titles: progress });
  await post(context, origin, '/api/v1/comments/titles/52', { text: 'فیلمی که دو بار باید دید.' });
  const question = { key: 'form-of-the-look', kind: 'refund', payment_id: paid, text: 'اشتراک را دو بار خریده‌ام.' };
  const { data: help } = v.parse(openHelp.output, await post(context, origin, '/api/v1/my/help', question));
  await post(context, origin, '/api/v1/payments/gift', { plan_id: 1, payment_method: 'wallet' });
  const gifts = v.parse(listGifts.output, await (await context.request.get(`${origin}/api/v1/my/gifts`)).json());
  for (const query of ['پایتخت ۸', 'پایتخت ۸', 'inception 2'])
    await post(context, origin, '/api/v1/search/empty', { query });
  const last = await account.charge(20_000);
  return {
    paid,
    cancelled: credit.id,
    open: last.id,
    help: String(help.number),
    gift: gifts.data.cards[0]?.id ?? '',
    bank: new URL(last.bank, origin).pathname,
  };
}

async function post({ request }: BrowserContext, origin: string, path: string, data: object): Promise<unknown> {
  const answer = await request.post(origin + path, { data, headers: { origin } });
  if (!answer.ok()) throw new Error(`${path}: ${String(answer.status())} ${await answer.text()}`);
  return answer.json();
}

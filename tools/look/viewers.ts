import type { Browser, BrowserContext } from '@playwright/test';
import * as v from 'valibot';
import { listGifts } from '../../src/features/gifts/contract.ts';
import { openHelp } from '../../src/features/help/contract.ts';
import { createAccount } from '../../tests/support/browser/account.ts';
import { signIn } from '../../tests/support/browser/fixtures.ts';
import { askForRefund, enrol, fillComments, fillDesk, post, proposeDays } from './desk-work.ts';
import type { Role, Viewer } from './scenes.ts';
import { VIEWER_MOBILES } from './viewer-mobiles.ts';

/** Addresses that only the prepared member has: ids of payments, and the path of an open bank page. */
export interface MemberFacts {
  paid: string;
  charged: string;
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
const ROLES: readonly [role: Role, name: string][] = [
  ['editor', 'مینا تهرانی'],
  ['support', 'علی رضایی'],
  ['finance', 'نگار کریمی'],
  ['moderator', 'پویا احمدی'],
];

/** Prepares who looks: a guest, somebody new, a member with money, titles and lists, a child, and the roles of the desk. */
export async function prepareViewers(browser: Browser, origin: string): Promise<Viewers> {
  const session = async (mobile?: string) => {
    const context = await browser.newContext();
    // The way in is limited by address.
    await context.setExtraHTTPHeaders({ 'cf-connecting-ip': `10.20.30.${String(Number(mobile?.slice(-2) ?? 40))}` });
    if (mobile !== undefined) await signIn(context, mobile, origin);
    return context;
  };
  const member = await session(VIEWER_MOBILES.member);
  const newcomer = await session(VIEWER_MOBILES.newcomer);
  const kids = await session();
  const facts = await fillMember(member, origin);
  await post(kids, origin, '/api/v1/kids/enter', { pin: PIN });
  const staff = await session(VIEWER_MOBILES.staff);
  await enrol(staff, origin, { mobile: VIEWER_MOBILES.staff, name: 'سارا محمدی', role: 'owner' });
  const colleague = await session(VIEWER_MOBILES.colleague);
  await enrol(colleague, origin, { mobile: VIEWER_MOBILES.colleague, name: 'Sam Taylor', role: 'owner' });
  await fillDesk(staff, origin);
  const roles = {} as Record<Role, BrowserContext>;
  for (const [role, name] of ROLES) {
    roles[role] = await session(VIEWER_MOBILES[role]);
    await enrol(roles[role], origin, { mobile: VIEWER_MOBILES[role], name, role });
  }
  await proposeDays(roles.support, origin, [54, FILM_TO_BUY]);
  await askForRefund(browser, roles.support, origin);
  await fillComments(browser, origin);
  const guest = await session();
  const states = {
    guest: await guest.storageState(),
    newcomer: await newcomer.storageState(),
    member: await member.storageState(),
    kids: await kids.storageState(),
    staff: await staff.storageState(),
    colleague: await colleague.storageState(),
    editor: await roles.editor.storageState(),
    support: await roles.support.storageState(),
    finance: await roles.finance.storageState(),
    moderator: await roles.moderator.storageState(),
  };
  for (const context of [guest, newcomer, member, kids, staff, colleague, ...Object.values(roles)])
    await context.close();
  return { states, facts };
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
    charged: charge.id,
    cancelled: credit.id,
    open: last.id,
    help: String(help.number),
    gift: gifts.data.cards[0]?.id ?? '',
    bank: new URL(last.bank, origin).pathname,
  };
}

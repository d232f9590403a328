import type { Transaction } from '@pardeh/money-simulator/banks/book';
import type { Authorization } from '@pardeh/money-simulator/banks/vandar';
import type { World } from './world.ts';

/** Seconds that a bank's page can be paid at; SEP is told twenty minutes. */
const PAGE_SECONDS: Record<string, number> = { saman: 20 * 60, zarinpal: 30 * 60, zibal: 60 * 60 };

/** The bank's transaction that a page is of. */
export function findTransaction({ network }: World, url: string): Transaction | undefined {
  const token = new URL(url).searchParams.get('token') ?? url.split('/').at(-1) ?? '';
  return network.book.find(token);
}

/** The consent that a page asks for. */
export function findConsent({ network }: World, url: string): Authorization | undefined {
  return [...network.vandar.authorizations.values()].find(({ token }) => url.endsWith(`/authorizations/${token}`));
}

/** Presses a button at a bank's page, while it can still be paid at. */
export function pressAtBank(
  world: World,
  transaction: Transaction,
  press: 'pay' | 'cancel' | 'pay another amount',
): void {
  if (world.now > transaction.openedAt + (PAGE_SECONDS[transaction.bank] ?? 0)) return;
  const rial = press === 'pay another amount' ? transaction.rial - 500 : transaction.rial;
  world.network.book.press(transaction, press === 'cancel' ? 'cancel' : 'pay', rial, world.now);
}

/** The browser's request on its way back from a consent. */
export function makeConsentReturn({ callback, token, id, state }: Authorization): Request {
  const agreed = state !== 'asked' && state !== 'refused';
  const fields = { token, status: agreed ? 'SUCCEED' : 'FAILED', ...(agreed && { authorization_id: id }) };
  return new Request(`${callback}?${new URLSearchParams(fields).toString()}`);
}

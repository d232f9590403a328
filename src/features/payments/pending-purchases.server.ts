import type { APIContext } from 'astro';
import { isIdempotencyKey } from '../../platform/http/calls/idempotency-key.ts';
import { readField } from '../../platform/http/pages/form-fields.ts';
import { isFromOtherSite } from '../../platform/http/origin/other-site.ts';
import {
  addKey,
  createKey,
  dropEntry,
  findKey,
  isFull,
  PURCHASES_COOKIE,
  PURCHASES_SECONDS,
  setPayment,
  type PurchaseSubject,
} from './pending-purchases.ts';

type Page = Pick<APIContext, 'cookies'>;
type RequestedPage = Pick<APIContext, 'cookies' | 'request'>;

/** The same key in every tab until the result page was shown. A link of another site pushes no other key out. */
export function openPurchase(
  page: RequestedPage,
  subject: Omit<PurchaseSubject, 'account'>,
  account: number | undefined,
): string {
  if (account === undefined) return '';
  const cookie = readPurchases(page);
  const accountSubject = { ...subject, account };
  const pendingKey = findKey(cookie, accountSubject);
  const key = pendingKey ?? createKey();
  const isAddition = pendingKey === undefined && !isFull(cookie);
  if (isAddition || !isFromOtherSite(page.request)) writePurchases(page, addKey(cookie, accountSubject, key));
  return key;
}

/** Undefined in forms of the time before keys. A key that was changed reaches the API, which refuses it. */
export function readPurchaseKey(form: Pick<FormData, 'get'> | URLSearchParams): string | undefined {
  const key = readField(form, 'idempotency_key');
  return key === '' || isIdempotencyKey(key) ? key || undefined : 'malformed';
}

export function notePayment(page: Page, form: Pick<FormData, 'get'> | URLSearchParams, payment: string): void {
  const key = readPurchaseKey(form);
  if (key !== undefined) writePurchases(page, setPayment(readPurchases(page), key, payment));
}

export function closePurchase(page: Page, keyOrPayment: string): void {
  const cookie = readPurchases(page);
  const left = dropEntry(cookie, keyOrPayment);
  if (left !== cookie) writePurchases(page, left);
}

function readPurchases({ cookies }: Page): string {
  // eslint-disable-next-line no-restricted-syntax -- Astro's jar has what this answer has written already
  return cookies.get(PURCHASES_COOKIE)?.value ?? '';
}

function writePurchases({ cookies }: Page, text: string): void {
  const maxAge = text === '' ? 0 : PURCHASES_SECONDS;
  cookies.set(PURCHASES_COOKIE, text, { path: '/', secure: true, sameSite: 'lax', maxAge });
}

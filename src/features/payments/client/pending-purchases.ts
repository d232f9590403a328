import type { Result } from '../../../platform/client/api.ts';
import {
  addKey,
  createKey,
  dropEntry,
  findKey,
  PURCHASES_COOKIE,
  PURCHASES_SECONDS,
  setPayment,
  type PurchaseSubject,
} from '../pending-purchases.ts';

export interface PendingPurchases {
  /** The key of this purchase until its result is seen; undefined where the account is unknown (a provider's). */
  begin: (purpose: string, items: readonly number[], account: number | undefined) => string | undefined;
  /** `isSeen`: the visitor stays on the page, so no result page follows. */
  settle: (key: string | undefined, answer: Result<unknown>, payment: string | null, isSeen: boolean) => void;
}

export function createPendingPurchases(read: () => string, write: (text: string) => void): PendingPurchases {
  return {
    begin: (purpose, items, account) => {
      if (account === undefined) return undefined;
      const subject: PurchaseSubject = { account, purpose, items };
      const key = findKey(read(), subject) ?? createKey();
      write(addKey(read(), subject, key));
      return key;
    },
    settle: (key, answer, payment, isSeen) => {
      if (key === undefined) return;
      const isUseless = !answer.ok && answer.error.code.startsWith('idempotency_key');
      if (isUseless || (answer.ok && isSeen)) write(dropEntry(read(), key));
      else if (payment !== null) write(setPayment(read(), key, payment));
    },
  };
}

export function openPendingPurchases(): PendingPurchases {
  const prefix = `${PURCHASES_COOKIE}=`;
  const read = () =>
    document.cookie
      .split('; ')
      .find((pair) => pair.startsWith(prefix))
      ?.slice(prefix.length) ?? '';
  return createPendingPurchases(read, (text) => {
    const seconds = text === '' ? 0 : PURCHASES_SECONDS;
    document.cookie = `${prefix}${text}; Path=/; Secure; SameSite=Lax; Max-Age=${String(seconds)}`;
  });
}

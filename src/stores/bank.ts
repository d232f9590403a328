import type { Api } from '../client/api.ts';
import type { ApiError } from '../contract/errors.ts';
import { bankAddress } from '../domain/bank-address.ts';
import { api } from './api.ts';
import { leaveTo } from './modal.ts';
import { referrer } from './referral.ts';

/** Why something about money did not go: what the server said, or a code of ours whose text the interface has. */
export type MoneyProblem = ApiError | 'amount_invalid' | 'mobile_invalid' | 'gateway_failed';

/** What the stores of money need of the browser. */
export interface MoneyPorts {
  api: Api;
  /** This page, to come back to from the bank: a local path. */
  here: () => string;
  /** Leaves for the bank's page; false where the address is none, and the visitor stays. */
  toBank: (payUrl: string) => boolean;
  /** Goes to a page of ours. */
  leave: (path: string) => void;
  /** The referrer's number, 0 for none. */
  referrer: () => number;
}

/** The ports as the browser has them. */
export function browserPorts(): MoneyPorts {
  return {
    api,
    here: () => location.pathname + location.search,
    toBank: (payUrl) => {
      const page = bankAddress(payUrl, location.origin);
      if (page !== null) leaveTo(page);
      return page !== null;
    },
    leave: leaveTo,
    referrer,
  };
}

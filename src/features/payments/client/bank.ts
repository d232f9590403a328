import type { Api } from '../../../platform/client/api.ts';
import type { ApiError } from '../../../platform/http/errors.ts';
import { bankAddress } from '../bank-address.ts';
import type { Referrer } from '../../../platform/text/referral-code.ts';
import { api } from '../../../platform/client/island-api.ts';
import { leaveTo } from '../../../platform/client/modal.ts';
import { readReferrerNumber } from '../../accounts/client/referral.ts';

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
  referrer: () => Referrer;
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
    referrer: readReferrerNumber,
  };
}

import type { Api } from '../../../platform/client/api.ts';
import type { ApiError } from '../../../platform/http/calls/errors.ts';
import { readBankUrl } from '../bank-url.ts';
import type { Referrer } from '../../../platform/text/referral-code.ts';
import { api } from '../../../platform/client/island-api.ts';
import { leaveTo } from '../../../platform/client/modal.ts';
import { openPendingPurchases, type PendingPurchases } from './pending-purchases.ts';
import { readReferrerNumber } from '../../accounts/client/referral.ts';

export type MoneyError = ApiError | 'amount_invalid' | 'mobile_invalid' | 'gateway_failed';

export interface MoneyPorts {
  api: Api;
  getCurrentPath: () => string;
  openBankPage: (payUrl: string) => boolean;
  navigate: (path: string) => void;
  referrer: () => Referrer;
  purchases: PendingPurchases;
}

export function createBrowserPorts(): MoneyPorts {
  return {
    api,
    getCurrentPath: () => location.pathname + location.search,
    openBankPage: (payUrl) => {
      const page = readBankUrl(payUrl, location.origin);
      if (page !== null) leaveTo(page);
      return page !== null;
    },
    navigate: leaveTo,
    referrer: readReferrerNumber,
    purchases: openPendingPurchases(),
  };
}

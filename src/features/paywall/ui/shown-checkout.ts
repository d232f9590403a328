import type { Output } from '../../../platform/http/calls/call.ts';
import type { getQuote } from '../../checkout/contract.ts';

export interface ShownCheckout {
  quote: Output<typeof getQuote>['data'] | null;
  error: string | null;
  method: string;
  requestedCode: { error: string | null; resendAfter: number } | null;
  loginHref: string | null;
  purchaseKey: string;
}

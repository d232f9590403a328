import type { Output } from '../../../platform/http/call.ts';
import type { getQuote } from '../../payments/contract.ts';

/** A checkout as a page shows it without script. */
export interface ShownCheckout {
  /** Null: there is no price, and `error` says why. */
  quote: Output<typeof getQuote>['data'] | null;
  /** In the visitor's language. */
  error: string | null;
  /** The way to pay that was chosen; '' for none. */
  method: string;
  /** The code that the purchase needs: what is wrong with the last one, and seconds until another can be sent. */
  asked: { error: string | null; resendAfter: number } | null;
  /** Where a guest signs in; null for somebody signed in. */
  loginHref: string | null;
}

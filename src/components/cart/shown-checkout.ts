import type { Output } from '../../contract/call.ts';
import type { getQuote } from '../../contract/payments.ts';

/** A checkout as a page shows it without script. */
export interface ShownCheckout {
  /** Null: there is no price, and `error` says why. */
  quote: Output<typeof getQuote>['data'] | null;
  /** In the visitor's language. */
  error: string | null;
  /** Where a guest signs in; null for somebody signed in. */
  loginHref: string | null;
}

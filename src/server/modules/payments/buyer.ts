import type { BankContext } from '../../gateways/payment/choose.ts';

/** Who buys, and when: a request's, or the cron's on behalf of a user. `userId` null: a guest who asks for prices. */
export interface Buyer extends BankContext {
  userId: number | null;
  mobile: string;
  subscribed: boolean;
  /** The referrer's number; NO_REFERRER for none. */
  ref: number;
}

import type { ErrorCode } from '../../../platform/http/errors.ts';
import type { Payment } from '../contract.ts';
import type { Outcome } from '../../../platform/outcome.ts';
import type { Order } from './order.ts';

/** An order and how it is to be paid. */
export interface PayInput {
  order: Order;
  method: string | undefined;
  discountCode: string | null;
  returnPath: string | null;
  content: { kind: string; id: number } | null;
}

/** `pay_url` null: nobody has to go to a bank's page. */
export type Paid = Outcome<{ pay_url: string | null; payment: Payment }, ErrorCode>;

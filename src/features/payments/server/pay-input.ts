import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import type { Payment } from '../contract.ts';
import type { Outcome } from '../../../platform/outcome.ts';
import type { Order, PurchaseKey } from './order.ts';

export interface PayInput {
  order: Order;
  method: string | undefined;
  discountCode: string | null;
  returnPath: string | null;
  content: { kind: string; id: number } | null;
  key?: PurchaseKey | null;
}

export type PayOutcome = Outcome<{ pay_url: string | null; payment: Payment }, ErrorCode>;

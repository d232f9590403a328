import type { ErrorCode } from '../../../platform/http/errors.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import type { Buyer } from '../../payments/server/buyer.ts';
import { findDiscount } from '../../payments/server/discount.ts';
import { downloadOrder } from './download-order.ts';
import type { Order, PurchaseRequest } from '../../payments/server/order.ts';
import { planOrder } from '../../payments/server/plan-order.ts';
import { titleLine } from './title-line.ts';

/**
 * Looks up and prices what is asked for (spec 2.28, 9.01, 9.22). Failures: an unknown plan, a title that is not sold
 * or is owned already, an empty cart, a code that does not hold.
 */
export async function resolveOrder(
  buyer: Buyer,
  request: PurchaseRequest,
  codeText: string | undefined,
): Promise<Outcome<Order, ErrorCode>> {
  const code = await findDiscount(buyer, request, codeText);
  if (!code.ok) return code;
  switch (request.purpose) {
    case 'plan':
      return planOrder(buyer, request.id, code.value);
    case 'title': {
      const line = await titleLine(buyer, request.id, code.value);
      return line.ok ? ok({ purpose: 'title', lines: [line.value] }) : line;
    }
    case 'cart':
      return downloadOrder(buyer, request.items, code.value);
  }
}

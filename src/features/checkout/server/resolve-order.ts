import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { ok, type Outcome } from '../../../platform/outcome.ts';
import type { Buyer } from '../../payments/server/buyer.ts';
import { findDiscount } from '../../payments/server/discount.ts';
import { buildGiftOrder } from '../../payments/server/gift-order.ts';
import { buildDownloadOrder } from './download-order.ts';
import type { Order, PurchaseRequest } from '../../payments/server/order.ts';
import { buildPlanOrder } from '../../payments/server/plan-order.ts';
import { buildTitleLine } from './title-line.ts';

/** Spec 2.28, 9.01, 9.22. Fails for unknown plans, titles not sold or owned, empty baskets and invalid codes. */
export async function resolveOrder(
  buyer: Buyer,
  request: PurchaseRequest,
  codeText: string | undefined,
): Promise<Outcome<Order, ErrorCode>> {
  const code = await findDiscount(buyer, request, codeText);
  if (!code.ok) return code;
  switch (request.purpose) {
    case 'plan':
      return buildPlanOrder(buyer, request.id, code.value);
    case 'gift':
      return buildGiftOrder(buyer, request.id, request.count);
    case 'title': {
      const line = await buildTitleLine(buyer, request.id, code.value);
      return line.ok ? ok({ purpose: 'title', lines: [line.value] }) : line;
    }
    case 'cart':
      return buildDownloadOrder(buyer, request.items, code.value);
  }
}

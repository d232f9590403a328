import type { Payment, PaymentLine } from '../../../contract/payments.ts';
import { nextStep } from '../../../domain/payment-state.ts';
import type { LineRow, PaymentRow } from '../../db/money-schema.ts';
import { orderLine } from './order-of-payment.ts';
import type { OrderLine } from './order.ts';

/** A payment as its owner sees it at `now` (epoch seconds). The bank's page is there only while it can be paid at. */
export function paymentView(row: PaymentRow, lines: readonly LineRow[], now: number): Payment {
  const isOpen = row.state === 'pending' && row.expiresAt > now;
  const payUrl = isOpen ? row.payUrl : null;
  const settled = row.state === 'settled';
  return {
    id: row.id,
    purpose: row.purpose,
    state: row.state,
    next: nextStep(row.state, payUrl !== null, row.problem),
    method: row.method,
    price: row.price,
    discount: row.discount,
    vat: row.vat,
    total: row.total,
    lines: lines.map((line) => lineView(orderLine(line))),
    created_at: row.createdAt,
    settled_at: row.settledAt,
    reference: settled ? row.reference : null,
    trace: settled ? row.trace : null,
    card: settled ? row.card : null,
    problem: row.problem,
    pay_url: payUrl,
    return_path: row.returnPath,
    content: row.contentKind === null || row.contentId === null ? null : { kind: row.contentKind, id: row.contentId },
    kept_in_wallet: row.kept,
  };
}

/** A line of an order or of a payment as the API shows it. */
export function lineView(line: OrderLine): PaymentLine {
  const { title_kind: kind, title_id: id } = line;
  return {
    kind: line.kind,
    id: line.item_id,
    title: kind === null || id === null ? null : { kind, id },
    name_fa: line.name_fa,
    name_en: line.name_en,
    quality: line.quality,
    days: line.days,
    list_price: line.list_price,
    discount: line.discount,
    vat: line.vat,
    total: line.total,
  };
}

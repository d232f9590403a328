import type { Payment, PaymentLine } from '../contract.ts';
import { getNextStep } from '../payment-state.ts';
import type { LineRow, PaymentRow } from './schema.ts';
import type { Refund } from './refunds/read.ts';
import type { OrderLine } from './order.ts';

export function toPaymentView(
  row: PaymentRow,
  lines: readonly LineRow[],
  now: number,
  refunds: readonly Refund[] = [],
): Payment {
  const isOpen = row.state === 'pending' && row.expiresAt > now && row.supersededBy === null;
  const payUrl = isOpen ? row.payUrl : null;
  const settled = row.state === 'settled';
  return {
    id: row.id,
    purpose: row.purpose,
    state: row.state,
    next: getNextStep(row.state, payUrl !== null, row.problem),
    method: row.method,
    price: row.price,
    discount: row.discount,
    vat: row.vat,
    total: row.total,
    lines: lines.map((line) => ({ ...toLineView(line), delivered: line.delivered === 1 })),
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
    refunds: refunds.map(({ destination, toman, vat, tracking, created_at, undone_at, lines: parts }) => ({
      destination,
      toman,
      vat,
      tracking,
      created_at,
      undone_at,
      lines: parts.map(({ line, toman: part, vat: partVat }) => ({ line, toman: part, vat: partVat })),
    })),
  };
}

export function toLineView(line: OrderLine): PaymentLine {
  const { titleKind: kind, titleId: id } = line;
  return {
    kind: line.kind,
    id: line.itemId,
    title: kind === null || id === null ? null : { kind, id },
    name_fa: line.nameFa,
    name_en: line.nameEn,
    quality: line.quality,
    days: line.days,
    gift: line.gift === 1,
    list_price: line.listPrice,
    discount: line.discount,
    vat: line.vat,
    total: line.total,
    delivered: false,
  };
}

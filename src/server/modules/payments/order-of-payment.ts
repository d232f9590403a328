import type { LineRow, PaymentRow } from '../../db/money-schema.ts';
import type { Order, OrderLine } from './order.ts';

/** A stored payment as the order it was made of, at the prices it was made at. */
export function orderOf({ purpose }: PaymentRow, lines: readonly LineRow[]): Order {
  return { purpose, lines: lines.map(orderLine) };
}

/** A stored line as the line of an order. */
export function orderLine(row: LineRow): OrderLine {
  return {
    kind: row.kind,
    item_id: row.itemId,
    title_id: row.titleId,
    title_kind: row.titleKind,
    name_fa: row.nameFa,
    name_en: row.nameEn,
    quality: row.quality,
    days: row.days,
    hours: row.hours,
    opens_at: row.opensAt,
    list_price: row.listPrice,
    discount: row.discount,
    vat: row.vat,
    total: row.total,
  };
}

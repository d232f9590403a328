import { parsePrice } from '../../catalogue/price.ts';
import { deleteRows, upsertRows, type Statement } from '../../../platform/db/json-statements.ts';
import type { DeskEdits } from './desk-edits.ts';

/** Statements that give titles the prices of their values; what an episode of a series costs stays. */
export function writePrices(rows: readonly (readonly [id: number, value: string | null])[]): Statement[] {
  const prices = rows.map(([id, value]) => ({ id, price: parsePrice(value) }));
  const sold = prices.flatMap(({ id, price }) =>
    price === null ? [] : [[id, price.toman, price.sale, price.owned_hours]],
  );
  const columns = ['title_id', 'toman', 'sale', 'owned_hours'];
  return [
    deleteRows(
      'title_prices',
      'title_id',
      prices.flatMap(({ id, price }) => (price === null ? [id] : [])),
    ),
    upsertRows({ name: 'title_prices', columns, rows: sold }, 'title_id', columns.slice(1)),
  ];
}

/** The prices of the desk, after a seed has written its own. */
export function restorePrices(all: readonly (readonly [id: number, edits: DeskEdits | undefined])[]): Statement[] {
  const rows = all.flatMap(([id, edits]) => (edits?.price === undefined ? [] : [[id, edits.price] as const]));
  return rows.length === 0 ? [] : writePrices(rows);
}

import { m } from '../text/desk/messages.js';
import { OrderCell } from './OrderCell.tsx';
import type { Column } from './Table.tsx';
import { TableBox } from './TableBox.tsx';
import { moveTo, useMoves } from './use-moves.ts';

interface Props<T> {
  label: string;
  rows: readonly T[];
  getKey: (row: T) => string;
  getName: (row: T) => string;
  columns: readonly (Omit<Column<T>, 'show'> & { show: (row: T, at: number) => ReturnType<Column<T>['show']> })[];
  mayOrder?: boolean;
  isBusy?: boolean;
  onOrder: (rows: T[]) => void;
}

/** Rows whose order is a part of what is saved. */
export function OrderedTable<T>({
  label,
  rows,
  getKey,
  getName,
  columns,
  mayOrder = true,
  isBusy = false,
  onOrder,
}: Props<T>) {
  const moves = useMoves((from, to) => {
    onOrder(moveTo(rows, from, to));
  }, rows.map(getKey).join());
  return (
    <>
      <TableBox label={label}>
        <table className="desk-table desk-cells" aria-label={label}>
          <thead>
            <tr>
              {mayOrder && <th scope="col">{m.series_order()}</th>}
              {columns.map(({ name, kind }) => (
                <th key={name} scope="col" className={kind && `desk-${kind}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={getKey(row)} {...moves.getRow(at)}>
                {mayOrder && (
                  <td data-name={m.series_order()}>
                    <OrderCell
                      id={getKey(row)}
                      {...{ moves, place: { at, last: rows.length - 1 }, isBusy }}
                      labels={{ up: m.order_up({ name: getName(row) }), down: m.order_down({ name: getName(row) }) }}
                    />
                  </td>
                )}
                {columns.map(({ name, kind, show }) => (
                  <td key={name} data-name={name} className={kind && `desk-${kind}`}>
                    {show(row, at)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      <p className="desk-note" role="status">
        {moves.status}
      </p>
    </>
  );
}

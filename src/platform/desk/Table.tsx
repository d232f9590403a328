import type { ReactNode } from 'react';
import { Empty } from './Screen.tsx';
import { TableBox } from './TableBox.tsx';

export interface Column<T> {
  name: string;
  /** `number`: aligned at its end; `wide`: takes the room that is left. */
  kind?: 'number' | 'wide';
  show: (row: T) => ReactNode;
}

interface Props<T> {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  getKey: (row: T) => string | number;
  empty: string;
}

/** On a narrow screen each row is a card whose values have their names beside them. */
export function Table<T>({ label, columns, rows, getKey, empty }: Props<T>) {
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  return (
    <TableBox label={label}>
      <table className="desk-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, kind }) => (
              <th key={name} scope="col" className={kind && `desk-${kind}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={getKey(row)}>
              {columns.map(({ name, kind, show }) => (
                <td key={name} data-name={name} className={kind && `desk-${kind}`}>
                  {show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

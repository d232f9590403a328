import type { ReactNode } from 'react';
import type { CsvCell } from './csv.ts';
import { CsvButton } from './CsvButton.tsx';
import { Empty } from './Screen.tsx';
import { TableBox } from './TableBox.tsx';

export interface Column<T> {
  name: string;
  /** `number`: aligned at its end; `wide`: takes the room that is left. */
  kind?: 'number' | 'wide';
  show: (row: T) => ReactNode;
  /** In the file of the table, which leaves columns without it out. */
  cell?: (row: T) => CsvCell;
}

interface Props<T> {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  getKey: (row: T) => string | number;
  empty: string;
  /** Its name without an ending. */
  file?: string;
}

/** On a narrow screen each row is a card whose values have their names beside them. */
export function Table<T>({ file, ...table }: Props<T>) {
  if (table.rows.length === 0) return <Empty>{table.empty}</Empty>;
  return (
    <>
      <Rows {...table} />
      {file !== undefined && <TableFile name={file} {...table} />}
    </>
  );
}

function TableFile<T>({ name, columns, rows }: Pick<Props<T>, 'columns' | 'rows'> & { name: string }) {
  const cells = columns.flatMap(({ name: heading, cell }) => (cell ? [{ heading, cell }] : []));
  return (
    <CsvButton
      look="link"
      name={name}
      header={cells.map(({ heading }) => heading)}
      getRows={() => rows.map((row) => cells.map(({ cell }) => cell(row)))}
    />
  );
}

function Rows<T>({ label, columns, rows, getKey }: Omit<Props<T>, 'empty' | 'file'>) {
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

import { Button } from '../ui/Button.tsx';
import { m } from '../text/desk/messages.js';
import { buildCsv, type CsvCell } from './csv.ts';

interface Props {
  /** Without its ending. */
  name: string;
  header: readonly string[];
  getRows: () => readonly (readonly CsvCell[])[];
  look?: 'line' | 'link';
}

/** Saves the rows that are shown. */
export function CsvButton({ name, header, getRows, look = 'line' }: Props) {
  return (
    <Button
      look={look}
      onClick={() => {
        const url = URL.createObjectURL(new Blob([buildCsv([header, ...getRows()])], { type: 'text/csv' }));
        const link = document.createElement('a');
        link.href = url;
        link.download = `${name}.csv`;
        link.click();
        URL.revokeObjectURL(url);
      }}
    >
      {m.csv_save()}
    </Button>
  );
}

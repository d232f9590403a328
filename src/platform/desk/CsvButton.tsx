import { Button } from '../ui/Button.tsx';
import { m } from '../text/desk/messages.js';
import type { CsvCell } from './csv.ts';
import { saveCsv } from './save-csv.ts';

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
        saveCsv(name, [header, ...getRows()]);
      }}
    >
      {m.csv_save()}
    </Button>
  );
}

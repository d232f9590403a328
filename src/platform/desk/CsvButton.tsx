import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { getLocale } from '../text/current-locale.ts';
import { m } from '../text/desk/messages.js';
import { CallError } from './call-desk.ts';
import type { CsvCell } from './csv.ts';
import { saveCsv, saveFile } from './save-csv.ts';
import { buildXlsx } from './xlsx.ts';

type Rows = readonly (readonly CsvCell[])[];

interface Props {
  /** Without its ending. */
  name: string;
  header: readonly string[];
  /** An answer of a call is waited for; its refusal is shown. */
  getRows: () => Rows | Promise<Rows>;
  look?: 'line' | 'link';
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Saves the rows that are shown, as CSV or for Excel. */
export function CsvButton({ name, header, getRows, look = 'line' }: Props) {
  const [busy, setBusy] = useState<'csv' | 'xlsx' | null>(null);
  const [error, setError] = useState<string | null>(null);
  const save = async (format: 'csv' | 'xlsx') => {
    setBusy(format);
    setError(null);
    try {
      const rows = [header, ...(await getRows())];
      if (format === 'csv') saveCsv(name, rows);
      else saveFile(`${name}.xlsx`, await buildXlsx(rows, { isRightToLeft: getLocale() === 'fa' }), XLSX);
    } catch (cause) {
      // The call refused, or the package did not come: the network, or a newer build.
      setError(cause instanceof CallError ? cause.message : m.state_network());
    }
    setBusy(null);
  };
  return (
    <div className="desk-files">
      <Button look={look} busy={busy === 'csv'} onClick={() => void save('csv')}>
        {m.csv_save()}
      </Button>
      <Button look={look} busy={busy === 'xlsx'} onClick={() => void save('xlsx')}>
        {m.xlsx_save()}
      </Button>
      {error !== null && (
        <span role="alert" className="desk-refusal">
          {error}
        </span>
      )}
    </div>
  );
}

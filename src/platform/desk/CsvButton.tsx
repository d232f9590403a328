import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { getLocale } from '../text/current-locale.ts';
import { m } from '../text/desk/messages.js';
import type { CsvCell } from './csv.ts';
import { saveCsv, saveFile } from './save-csv.ts';
import { buildXlsx } from './xlsx.ts';

interface Props {
  /** Without its ending. */
  name: string;
  header: readonly string[];
  getRows: () => readonly (readonly CsvCell[])[];
  look?: 'line' | 'link';
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Saves the rows that are shown, as CSV or for Excel. */
export function CsvButton({ name, header, getRows, look = 'line' }: Props) {
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready');
  const saveExcel = async () => {
    setState('busy');
    try {
      const file = await buildXlsx([header, ...getRows()], { isRightToLeft: getLocale() === 'fa' });
      saveFile(`${name}.xlsx`, file, XLSX);
      setState('ready');
    } catch {
      // The package did not come: the network, or a newer build.
      setState('failed');
    }
  };
  return (
    <>
      <Button
        look={look}
        onClick={() => {
          saveCsv(name, [header, ...getRows()]);
        }}
      >
        {m.csv_save()}
      </Button>
      <Button look={look} busy={state === 'busy'} onClick={() => void saveExcel()}>
        {m.xlsx_save()}
      </Button>
      {state === 'failed' && (
        <span role="alert" className="desk-refusal">
          {m.state_network()}
        </span>
      )}
    </>
  );
}

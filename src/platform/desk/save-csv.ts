import { buildCsv, type CsvCell } from './csv.ts';

/** Saves the rows as a file of this name, which is given without its ending. */
export function saveCsv(name: string, rows: readonly (readonly CsvCell[])[]): void {
  saveFile(`${name}.csv`, buildCsv(rows), 'text/csv');
}

export function saveFile(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

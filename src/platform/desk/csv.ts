import { disarmFormula } from '../text/formula.ts';

export type CsvCell = string | number;

/** Epoch seconds as a file has them; 0 and null: none. */
export const toIso = (at: number | null): string => (at === null || at === 0 ? '' : new Date(at * 1000).toISOString());

/** UTF-8 with a mark, for spreadsheets. */
export function buildCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${rows.map((cells) => `${cells.map(escapeCell).join(',')}\r\n`).join('')}`;
}

function escapeCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  const text = disarmFormula(cell);
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export type CsvCell = string | number;

const FORMULA = /^[=+\-@\t\r]/;

/** UTF-8 with a mark, for spreadsheets. A text that one would run as a formula gets an apostrophe before it. */
export function buildCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${rows.map((cells) => `${cells.map(escapeCell).join(',')}\r\n`).join('')}`;
}

function escapeCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

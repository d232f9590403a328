import type { CsvCell } from './csv.ts';

/** Excel calls a file with a longer cell broken. */
const MAX_CELL_CHARS = 32_767;
/** XML has no place for them. Tab and line ends stay. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g; // eslint-disable-line no-control-regex -- removed

/** The cells of a sheet: numbers are numbers, and a text is never a formula, whatever it begins with. */
function buildSheet(rows: readonly (readonly CsvCell[])[]) {
  return rows.map((cells, at) =>
    cells.map((cell) => {
      if (typeof cell === 'number') return { value: cell, type: Number };
      const text = cell.toWellFormed().replaceAll(NOT_XML, '').slice(0, MAX_CELL_CHARS);
      return text === '' ? null : { value: text, type: String, ...(at === 0 && { fontWeight: 'bold' as const }) };
    }),
  );
}

/** An Excel file. Its package is loaded by the first press. */
export async function buildXlsx(
  rows: readonly (readonly CsvCell[])[],
  { isRightToLeft }: { isRightToLeft: boolean },
): Promise<Blob> {
  const { default: writeExcel } = await import('write-excel-file/universal');
  return writeExcel(buildSheet(rows), { rightToLeft: isRightToLeft }).toBlob();
}

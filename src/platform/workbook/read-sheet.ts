import { readXml } from './read-xml.ts';
import { decodeSigns, writeCell, type CellContext } from './write-cell.ts';
import { WorkbookError } from './workbook-error.ts';

export interface SheetRow {
  line: number;
  fields: string[];
}

/** A cell in the last column of Excel would make 16,384 fields of each row. */
const MAX_COLUMNS = 1000;
const MAX_FIELDS = 5_000_000;
const MISSING_VALUE = '#N/A';

export function readSheet(xml: string, context: CellContext): SheetRow[] {
  const rows: SheetRow[] = [];
  let row: SheetRow = { line: 0, fields: [] };
  let cell = { column: 0, type: 'n', style: 0, value: '', isFormula: false };
  let phonetic = false;
  let isValue = false;
  let fieldCount = 0;
  readXml(xml, {
    open: (name, getAttributes) => {
      if (name === 'row') {
        row = { line: Number(getAttributes()['r'] ?? row.line + 1), fields: [] };
        cell.column = 0;
      } else if (name === 'c') {
        const { r, t = 'n', s = '0' } = getAttributes();
        const column = r === undefined ? cell.column + 1 : readColumn(r);
        cell = { column, type: t, style: Number(s), value: '', isFormula: false };
      } else if (name === 'f') cell.isFormula = true;
      else if (name === 'rPh') phonetic = true;
      else if (name === 'v' || name === 't') isValue = !phonetic;
    },
    text: (text) => {
      if (isValue) cell.value += text;
    },
    close: (name) => {
      if (name === 'rPh') phonetic = false;
      else if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c') {
        const isUncalculated = cell.isFormula && cell.value === '' && cell.type !== 'str';
        const text = isUncalculated ? MISSING_VALUE : writeCell(cell.type, cell.value, cell.style, context);
        putCell(row.fields, cell.column, text);
      } else if (name === 'row' && row.fields.length > 0) {
        rows.push(row);
        fieldCount += Math.max(row.fields.length, rows[0]?.fields.length ?? 0);
        if (fieldCount > MAX_FIELDS) throw new WorkbookError('large');
      }
    },
  });
  return rows;
}

function putCell(fields: string[], column: number, text: string): void {
  if (text.trim() === '') return;
  if (!(column >= 1 && column <= MAX_COLUMNS)) throw new WorkbookError('large');
  while (fields.length < column) fields.push('');
  fields[column - 1] = text;
}

function readColumn(reference: string): number {
  const letters = /^[A-Z]+/i.exec(reference)?.[0].toUpperCase() ?? '';
  return Array.from(letters, (letter) => letter.charCodeAt(0) - 64).reduce((sum, value) => sum * 26 + value, 0);
}

export function readSharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let text = '';
  let phonetic = false;
  let isText = false;
  readXml(xml, {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic = true;
      else if (name === 't') isText = !phonetic;
    },
    text: (value) => {
      if (isText) text += value;
    },
    close: (name) => {
      if (name === 'rPh') phonetic = false;
      else if (name === 't') isText = false;
      else if (name === 'si') strings.push(decodeSigns(text));
    },
  });
  return strings;
}

import { readNumberFormats } from './number-formats.ts';
import { readSharedStrings, readSheet, type SheetRow } from './read-sheet.ts';
import { readXml } from './read-xml.ts';
import { unpackParts } from './unpack-parts.ts';
import { WorkbookError } from './workbook-error.ts';

/**
 * The rows of the only visible sheet that has any. A short row is filled up to the length of the first one, its header.
 * Throws a WorkbookError, also where a second one has rows, which would be lost.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<SheetRow[]> {
  if (bytes[0] !== 0x50) throw new WorkbookError(hasPassword(bytes) ? 'encrypted' : 'old_excel');
  const parts = await unpackParts(bytes);
  if (!hasEnd(bytes)) throw new WorkbookError('damaged');
  const workbook = parts.get('xl/workbook.xml');
  if (workbook === undefined) throw new WorkbookError('zip');
  const { is1904, relations } = readSheetList(workbook);
  const targets = readTargets(parts.get('xl/_rels/workbook.xml.rels') ?? '');
  const context = {
    is1904,
    strings: readPart(parts.get('xl/sharedstrings.xml'), readSharedStrings),
    formats: readPart(parts.get('xl/styles.xml'), readNumberFormats),
  };
  const sheets = relations.map((relation) => readSheet(parts.get(targets.get(relation) ?? '') ?? '', context));
  const [rows = [], ...others] = sheets.filter(({ length }) => length > 0);
  if (others.length > 0) throw new WorkbookError('sheets');
  return rows.map((row) => padRow(row, rows[0]?.fields.length ?? 0));
}

function readPart<T>(xml: string | undefined, read: (xml: string) => T[]): T[] {
  return xml === undefined ? [] : read(xml);
}

function padRow({ line, fields }: SheetRow, length: number): SheetRow {
  while (fields.length < length) fields.push('');
  return { line, fields };
}

function readSheetList(xml: string): { is1904: boolean; relations: string[] } {
  const relations: string[] = [];
  let is1904 = false;
  readXml(xml, {
    open: (name, getAttributes) => {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(getAttributes()['date1904'] ?? '');
      if (name !== 'sheet') return;
      const { state = 'visible', ...attributes } = getAttributes();
      const [, id] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
      if (state === 'visible' && id !== undefined) relations.push(id);
    },
  });
  return { is1904, relations };
}

function readTargets(xml: string): Map<string, string> {
  const targets = new Map<string, string>();
  readXml(xml, {
    open: (name, getAttributes) => {
      const { Id: id, Target: target } = getAttributes();
      if (name !== 'Relationship' || id === undefined || target === undefined) return;
      targets.set(id, (target.startsWith('/') ? target.slice(1) : `xl/${target}`).toLowerCase());
    },
  });
  return targets;
}

/** A zip file ends by the list of its parts, and a comment of at most 64 kB. */
function hasEnd(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(-65_557)).includes('PK\u0005\u0006');
}

/** Excel keeps a workbook with a password in the container of its older files, as a stream of this name. */
function hasPassword(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes).includes(Array.from('EncryptedPackage').join('\0'));
}

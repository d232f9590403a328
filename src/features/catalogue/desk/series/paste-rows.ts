import { readCsv } from '../../../../platform/text/csv-records.ts';
import { findSeparator } from '../../rows/text-format.ts';
import { pasteEpisodes, type PasteVerdict } from '../../series-contract.ts';
import { guessColumns } from '../intake/column-names.ts';
import { dropRepeats, listFileParts, type SentRow, type SplitFile } from '../intake/split-rows.ts';
import { callPatiently, type Control } from '../intake/run-import.ts';

export const MAX_PASTED_ROWS = 10_000;
const MAX_PASTED_LENGTH = 4_000_000;

export const PASTE_FIELDS = [
  ...(['part', 'season', 'number', 'name_fa', 'name_en', 'name', 'minutes', 'release_date'] as const),
  ...(['synopsis_fa', 'synopsis_en'] as const),
];
const USUAL: readonly string[] = ['number', 'name_fa', 'name_en', 'minutes', 'release_date'];

/** A pasted table; `hasHeader`: its first row names its columns. Null: too large. */
export interface PastedTable {
  rows: { line: number; cells: string[] }[];
  fields: string[];
  hasHeader: boolean;
}

async function* toOnePiece(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

export async function readTable(text: string): Promise<PastedTable | null> {
  if (text.length > MAX_PASTED_LENGTH) return null;
  const rows: PastedTable['rows'] = [];
  // A pasted range ends its cells by tabs; a pasted file may have commas.
  const separator = text.includes('\t') ? '\t' : findSeparator(text);
  for await (const record of readCsv(toOnePiece(text), separator)) {
    rows.push({ line: record.line, cells: 'fields' in record ? record.fields.map((cell) => cell.trim()) : [] });
  }
  if (rows.length > MAX_PASTED_ROWS + 1) return null;
  const first = rows[0]?.cells ?? [];
  const guesses: readonly string[] = guessColumns(first, PASTE_FIELDS);
  const hasHeader = guesses.some((field) => field !== '');
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const fields = Array.from({ length: width }, (_, at) => (hasHeader ? guesses[at] : USUAL[at]) ?? '');
  return { rows, fields, hasHeader };
}

export function toSplitFile({ rows, fields, hasHeader }: PastedTable): SplitFile {
  const parts = rows.slice(hasHeader ? 1 : 0).map(({ line, cells }): SentRow => {
    const entries = fields.flatMap((field, at) => {
      const cell = cells[at] ?? '';
      return field === '' || cell === '' ? [] : [[field, cell] as const];
    });
    return { line, draft: Object.fromEntries(entries) };
  });
  return { rows: parts.length, titles: [], parts, verdicts: [] };
}

interface Target {
  id: number;
  season: number;
  drafts: boolean;
}
interface PasteCounts {
  added: number;
  changed: number;
  rejected: number;
}
export interface CheckedTable {
  file: SplitFile;
  verdicts: PasteVerdict[];
  counts: PasteCounts;
  /** False where the member stopped it before its last part. */
  isWhole: boolean;
}

/**
 * Rehearses all rows; `basis` null. Otherwise writes them as the rehearsal showed them: a stop lets one more part be the last,
 * with which the stored pages change.
 */
export async function sendRows(
  { id, season, drafts }: Target,
  file: SplitFile,
  basis: readonly PasteVerdict[] | null,
  { onProgress, isStopped }: Control,
): Promise<CheckedTable> {
  const verdicts: PasteVerdict[] = [];
  const counts = { added: 0, changed: 0, rejected: 0 };
  let done = 0;
  const parts = listFileParts(file);
  for (const [at, { rows }] of parts.entries()) {
    const isEnding = isStopped();
    if (isEnding && basis === null) break;
    const lines = new Set(rows.map(({ line }) => line));
    const episodes = (basis ?? []).flatMap(({ line, episode }) =>
      episode !== null && lines.has(line) ? [{ line, ...episode }] : [],
    );
    const step = isEnding || at === parts.length - 1 ? ('last' as const) : ('more' as const);
    const input = { id, season, rows, rehearse: basis === null, basis: episodes, drafts, step };
    const { data } = await callPatiently(pasteEpisodes, input);
    verdicts.push(...data.verdicts);
    for (const name of ['added', 'changed', 'rejected'] as const) counts[name] += data[name];
    done += rows.length;
    onProgress({ done, total: file.parts.length });
    if (isEnding) break;
  }
  const isWhole = done === file.parts.length;
  return { file, verdicts: verdicts.sort((a, b) => a.line - b.line), counts, isWhole };
}

/** After a rehearsal: a later row with the number of an earlier one is not sent. */
export function dropDoubles({ file, verdicts, counts, isWhole }: CheckedTable): CheckedTable {
  const keys = verdicts.flatMap(({ line, key, verdict }) =>
    key === '' || verdict === 'rejected' ? [] : [[line, key] as const],
  );
  const next = dropRepeats(file, keys);
  if (next === file) return { file, verdicts, counts, isWhole };
  const isSent = new Set(next.parts.map(({ line }) => line));
  const repeats = next.verdicts.map((row) => ({ ...row, key: '', episode: null }));
  const rest = [...verdicts.filter(({ line }) => isSent.has(line)), ...repeats];
  const count = (verdict: PasteVerdict['verdict']) => rest.filter((row) => row.verdict === verdict).length;
  return {
    file: { ...next, verdicts: [] },
    verdicts: rest.sort((a, b) => a.line - b.line),
    counts: { added: count('added'), changed: count('changed'), rejected: count('rejected') },
    isWhole,
  };
}

import { findPartKind } from '../../rows/read-part.ts';
import { isBlank, type Draft } from '../../rows/fields.ts';
import type { FileRow } from '../../rows/file-rows.ts';
import { MAX_PART_BYTES, MAX_PART_ROWS, type RowVerdict } from '../../intake-contract.ts';
import type { ImportKind, PartKind } from '../../../../platform/kinds.ts';

/** More are for the command, which streams. */
const MAX_ROWS = 20_000;

export interface SentRow {
  line: number;
  draft: Draft;
}
type Phase = 'titles' | 'parts';
export interface FilePart {
  phase: Phase;
  rows: SentRow[];
}

/** The rows of a file by what reads them, and what can be said of others without the server. */
export interface SplitFile {
  rows: number;
  titles: SentRow[];
  /** Rows of seasons and episodes, and of series that have them nested. */
  parts: SentRow[];
  verdicts: RowVerdict[];
}

/** Null where the file has too many rows. */
export async function splitRows(
  rows: AsyncIterable<FileRow>,
  kind: ImportKind | PartKind | undefined,
): Promise<SplitFile | null> {
  const file: SplitFile = { rows: 0, titles: [], parts: [], verdicts: [] };
  const note = (line: number, verdict: 'rejected' | 'warning', problem: RowVerdict['problems'][number]) =>
    void file.verdicts.push({ line, verdict, problems: [problem], differences: [] });
  for await (const row of rows) {
    if ('remark' in row) {
      note(row.line, 'warning', row.remark);
      continue;
    }
    file.rows += 1;
    if (file.rows > MAX_ROWS) return null;
    if ('problem' in row) note(row.line, 'rejected', row.problem);
    else if (measure(row) > MAX_PART_BYTES)
      note(row.line, 'rejected', { column: '', reason: 'the row is too long for the desk', value: '' });
    else if (findPartKind(row.draft, kind) !== undefined) file.parts.push(row);
    else {
      file.titles.push(row);
      if (!isBlank(row.draft['seasons'])) file.parts.push(row);
    }
  }
  return file;
}

const encoder = new TextEncoder();
function measure(row: SentRow): number {
  return encoder.encode(JSON.stringify(row)).length + 1;
}

/** Parts that a call takes, titles before seasons and episodes. The same rows give the same parts. */
export function listFileParts({ titles, parts }: Pick<SplitFile, 'titles' | 'parts'>): FilePart[] {
  return [...cutRows(titles, 'titles'), ...cutRows(parts, 'parts')];
}

function cutRows(rows: readonly SentRow[], phase: Phase): FilePart[] {
  const list: FilePart[] = [];
  let bytes = MAX_PART_BYTES + 1;
  for (const row of rows) {
    const size = measure(row);
    const last = list.at(-1);
    if (last === undefined || bytes + size > MAX_PART_BYTES || last.rows.length === MAX_PART_ROWS) {
      list.push({ phase, rows: [row] });
      bytes = size;
    } else {
      last.rows.push(row);
      bytes += size;
    }
  }
  return list;
}

/** Once each row is read: a later row with the id of an earlier one is not sent, unless it is nested in a series. */
export function dropRepeats(file: SplitFile, ids: readonly (readonly [line: number, id: string])[]): SplitFile {
  const first = new Map<string, number>();
  const repeats = new Map<number, string>();
  for (const [line, id] of ids) {
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, line);
    else if (earlier !== line) repeats.set(line, id);
  }
  if (repeats.size === 0) return file;
  const nested = new Set(file.titles.filter(({ draft }) => !isBlank(draft['seasons'])).map(({ line }) => line));
  const isSent = ({ line }: { line: number }) => !repeats.has(line) || nested.has(line);
  const verdicts = Array.from(repeats, ([line, id]): RowVerdict => {
    const problem = { column: 'id', reason: 'the id stood before', value: id };
    return { line, verdict: nested.has(line) ? 'warning' : 'rejected', problems: [problem], differences: [] };
  });
  return {
    rows: file.rows,
    titles: file.titles.filter(isSent),
    parts: file.parts.filter(isSent),
    verdicts: [...file.verdicts.filter(isSent), ...verdicts],
  };
}

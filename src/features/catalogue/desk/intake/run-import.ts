import { callDesk, CallError } from '../../../../platform/desk/call-desk.ts';
import type { Call, Input, Output } from '../../../../platform/http/calls/call.ts';
import { sha256 } from '../../../../platform/http/hash.ts';
import type { ImportKind, PartKind } from '../../../../platform/kinds.ts';
import type { ColumnMap } from '../../rows/column-map.ts';
import {
  beginImport,
  checkImport,
  endImport,
  writeImportPart,
  type CatalogueImport,
  type RowVerdict,
} from '../../intake-contract.ts';
import type { DroppedFile } from './read-dropped-file.ts';
import { dropRepeats, listFileParts, splitRows, type FilePart, type SplitFile } from './split-rows.ts';

export interface Source {
  file: DroppedFile;
  /** Null for JSON Lines. */
  map: ColumnMap | null;
  kind: ImportKind | PartKind | undefined;
  /** The field of each column, as the member left it. */
  fields: readonly string[];
}

export interface Progress {
  done: number;
  total: number;
}

export interface Control {
  onProgress: (progress: Progress) => void;
  /** True once the page was left, or the member stops it: the part that is sent is finished. */
  isStopped: () => boolean;
}

/** The outcome of a dry run. `file` has the rows that an import would send. */
export interface CheckedFile {
  file: SplitFile;
  verdicts: RowVerdict[];
}

/** Null: the file has too many rows. */
export function readRows({ file, map, kind }: Source): Promise<SplitFile | null> {
  return splitRows(file.readRows(map), kind);
}

const countRows = (parts: readonly FilePart[]) => parts.reduce((sum, { rows }) => sum + rows.length, 0);

export async function checkRows(
  split: SplitFile,
  kind: Source['kind'],
  { onProgress, isStopped }: Control,
): Promise<CheckedFile | null> {
  const parts = listFileParts(split);
  const total = countRows(parts);
  const verdicts: RowVerdict[] = [];
  const ids: [number, string][] = [];
  const series = new Set<string>();
  let done = 0;
  for (const { phase, rows } of parts) {
    if (isStopped()) return null;
    const newSeries = phase === 'parts' ? listSeries(rows).filter((id) => series.has(id)) : [];
    const { data } = await callPatiently(checkImport, { phase, ...(kind && { kind }), rows, series: newSeries });
    verdicts.push(...data.verdicts.map((row) => nameRow(row, rows)));
    ids.push(...data.ids);
    for (const id of data.series) series.add(id);
    done += rows.length;
    onProgress({ done, total });
  }
  const file = dropRepeats(split, ids);
  const isKept = new Set([...file.titles, ...file.parts].map(({ line }) => line));
  return {
    file,
    verdicts: [...file.verdicts, ...verdicts.filter(({ line }) => isKept.has(line))].sort((a, b) => a.line - b.line),
  };
}

/** A title that is new or changed is told by its name, since ids of several columns are digests. */
function nameRow(row: RowVerdict, rows: FilePart['rows']): RowVerdict {
  if (row.verdict !== 'added' && row.verdict !== 'changed') return row;
  const { name_fa: fa, name, name_en: en } = rows.find(({ line }) => line === row.line)?.draft ?? {};
  const text = [fa, name, en].find((value) => typeof value === 'string' && value.trim() !== '');
  if (typeof text !== 'string') return row;
  return {
    ...row,
    problems: row.problems.map((problem) => (problem.column === 'id' ? { ...problem, value: text } : problem)),
  };
}

/** The series that rows name, as the file may spell their ids. */
function listSeries(rows: FilePart['rows']): string[] {
  const names = rows.flatMap(({ draft: { series, id, seasons } }) => [series, ...(seasons === undefined ? [] : [id])]);
  const texts = names.flatMap((name) => (typeof name === 'string' || typeof name === 'number' ? String(name) : []));
  return [...new Set(texts.flatMap((text) => [text.trim(), text.trim().replace(/^csv:/, '')]))];
}

/** The job. A part that is written is not sent again, also after the page was closed. */
export async function writeRows(
  { file: { name, digest }, map, kind, drafts }: Source & { drafts: boolean },
  { file }: CheckedFile,
  { onProgress, isStopped }: Control,
): Promise<CatalogueImport> {
  const parts = listFileParts(file);
  const key = await sha256(JSON.stringify([digest, map, kind ?? null, drafts]));
  let { data: state } = await callDesk(beginImport, { key, file: name, rows: file.rows, drafts });
  const total = countRows(parts);
  for (const [at, { phase, rows }] of parts.entries()) {
    const done = countRows(parts.slice(0, at));
    onProgress({ done, total });
    if (at < state.parts) continue;
    if (isStopped()) return state;
    const input = { id: state.id, part: at, phase, ...(kind && { kind }), rows };
    ({ import: state } = (await callPatiently(writeImportPart, input)).data);
  }
  onProgress({ done: total, total });
  return (await callDesk(endImport, { id: state.id })).data;
}

const MAX_WAITS = 20;
const PAUSE_SECONDS = 3;

/** Waits where the budget of calls is used up, or the network is away for a moment. */
export async function callPatiently<C extends Call>(call: C, input: Input<C>): Promise<Output<C>> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await callDesk(call, input);
    } catch (error) {
      const isShort = error instanceof CallError && (error.error.status === 429 || error.error.code === 'network');
      if (!isShort || waits === MAX_WAITS) throw error;
      const seconds = error.error.retry_after ?? PAUSE_SECONDS;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }
}

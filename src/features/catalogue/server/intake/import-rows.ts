import type { Database } from '../../../../platform/db/client.ts';
import type { Statement } from '../../../../platform/db/json-statements.ts';
import { NOT_TAKEN, type PartResult } from '../../intake-contract.ts';
import { IMPORT_KINDS, type ImportKind, type PartKind } from '../../../../platform/kinds.ts';
import type { FileRow } from '../../rows/file-rows.ts';
import { describeValue, type Problem } from '../../rows/problems.ts';
import { Directory } from './directory.ts';
import type { DraftMaker } from './drafts.ts';
import { PartPass } from './part-pass.ts';
import {
  countIdsFrom,
  countNothing,
  createRemarks,
  readGenres,
  type PassTools,
  type Pictured,
  type RowReport,
} from './pass-tools.ts';
import { createRequestStore } from './row-store.ts';
import { TitlePass } from './title-pass.ts';
import { createWriter } from './writer.ts';

const MAX_VALUE_CHARS = 200;

interface Part {
  phase: 'titles' | 'parts';
  kind?: ImportKind | PartKind | undefined;
  rows: readonly FileRow[];
  /** Series that the file adds, for a dry run. */
  series?: readonly string[];
}

interface RowsResult extends PartResult {
  ids: [line: number, id: string][];
  series: string[];
}

/**
 * Runs a part of a file through the same passes as `npm run import`. Returns the statements of one transaction, none for
 * a dry run; they fail as `isChanged` where somebody writes one of the rows meanwhile. `now`: epoch seconds.
 */
export async function importRows(
  db: Database,
  { phase, kind, rows, series = [] }: Part,
  { dryRun, now, drafts }: { dryRun: boolean; now: number; drafts?: DraftMaker | undefined },
): Promise<{ result: RowsResult; statements: readonly Statement[] }> {
  let statements: readonly Statement[] = [];
  const store = createRequestStore(db, (batch) => {
    statements = batch;
  });
  const takeId = await countIdsFrom(store);
  const counts = countNothing();
  const result: RowsResult = { counts: { ...counts, not_taken: 0 }, verdicts: [], ids: [], series: [] };
  const report: RowReport = {
    add: (line, verdict, problems, differences = []) => {
      if (problems.length === 0) return;
      const cut = differences.map(({ column, before, after }) => ({
        ...{ column, before: cutText(before), after: cutText(after) },
      }));
      result.verdicts.push({ line, verdict, problems: [...problems], differences: cut });
    },
  };
  const remarks = createRemarks(counts, report);
  let line = 0;
  const ids = new Set<string>();
  const isNew = (id: string) => {
    const isFirst = !ids.has(id);
    ids.add(id);
    result.ids.push([line, id]);
    return isFirst;
  };
  const tools: PassTools = {
    ...remarks,
    ...{ kind, store, report, dryRun, counts, writer: createWriter(store, dryRun), seen: { isNew } },
    remarksNumbers: false,
    isPictured: () => false,
    illustrate: async (at, row, getColumn) => {
      const [plain, problems] = dropPictures(row);
      result.counts.not_taken += problems.length;
      remarks.remark(
        at,
        problems.map((problem) => ({ ...problem, column: getColumn(problem.column) })),
      );
      return plain;
    },
  };
  const context = {
    thisYear: new Date(now * 1000).getUTCFullYear(),
    kind: IMPORT_KINDS.find((usual) => usual === kind),
    findGenre: await readGenres(store),
    getColumn: (field: string) => field,
  };
  const run = { nextId: takeId, now, isShared: true, drafts };
  const titles =
    phase === 'titles'
      ? new TitlePass(tools, context, { ...run, directory: await Directory.open(store), words: new Set<string>() })
      : null;
  const pass = titles ?? new PartPass(tools, context, run, new Set(series));
  for (const row of rows) {
    ({ line } = row);
    pass.take(row);
  }
  await pass.flush();
  tools.writer.start();
  await tools.writer.settle();
  const { newIds: _ids, rows: _rows, ...written } = counts;
  result.counts = { ...written, not_taken: result.counts.not_taken };
  result.series = [...(titles?.series ?? [])];
  return { result, statements };
}

function cutText(text: string): string {
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}…` : text;
}

/** A path names a file of the editor's machine. Pictures that a title has stay. */
function dropPictures<T extends Pictured>(row: T): [T, Problem[]] {
  const paths: [field: string, path: string][] = [
    ...Object.entries(row.pictures ?? {}).map(([field, path]): [string, string] => [field, path ?? '']),
    ...(row.stills ?? []).map((path): [string, string] => ['stills', path]),
    ...(row.credits ?? []).flatMap(({ portrait, job }): [string, string][] =>
      portrait === undefined ? [] : [[job === 'actor' ? 'cast' : `${job}s`, portrait]],
    ),
  ];
  if (paths.length === 0) return [row, []];
  const credits = row.credits?.map(({ portrait: _portrait, ...credit }) => credit);
  const plain: T = { ...row, pictures: undefined, stills: undefined, ...(credits && { credits }) };
  return [plain, paths.map(([column, path]) => ({ column, reason: NOT_TAKEN, value: describeValue(path) }))];
}

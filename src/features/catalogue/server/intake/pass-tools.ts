import * as v from 'valibot';
import { genreFinder } from '../../../titles/facts/genres.ts';
import { FIRST_DESK_ID } from '../../../titles/facts/title-ids.ts';
import type { ImportKind, PartKind } from '../../../../platform/kinds.ts';
import type { Problem } from '../../rows/problems.ts';
import type { Credit } from '../../rows/title.ts';
import type { BatchCounts } from './batch.ts';
import { FIRST_IMPORTED_ID } from './directory.ts';
import type { RowStore } from './row-store.ts';
import type { Writer } from './writer.ts';

export interface ImportCounts extends BatchCounts {
  /** The first and the last id of the new titles. */
  newIds: [first: number, last: number] | null;
  rows: number;
  rejected: number;
  /** Rows with remarks; what is wrong with pictures and numbers counts apart. */
  remarked: number;
}

/** `added` and `changed`: by a dry run. */
type Verdict = 'rejected' | 'warning' | 'added' | 'changed';

/** A field that a row would change, by its column in the table. */
export interface Difference {
  column: string;
  before: string;
  after: string;
}

/** Takes each verdict as it is found. */
export interface RowReport {
  add: (line: number, verdict: Verdict, problems: readonly Problem[], differences?: readonly Difference[]) => void;
}

/** The pictures of a title or an episode: paths as the row has them, then keys. */
export interface Pictured {
  externalId: string;
  pictures?: Partial<Record<string, string>> | undefined;
  stills?: string[] | undefined;
  credits?: Credit[];
}

/** Shared by both readings of a file. */
export interface PassTools {
  /** The kind of rows without one. */
  kind?: ImportKind | PartKind | undefined;
  store: RowStore;
  report: RowReport;
  /** Reads and reports, and writes nothing. */
  dryRun: boolean;
  writer: Writer;
  counts: ImportCounts;
  seen: { isNew: (id: string) => boolean };
  reject: (line: number, problems: readonly Problem[]) => void;
  remark: (line: number, problems: readonly Problem[]) => void;
  /** Whether gaps and doubles in the numbers of a series are told at the end. */
  remarksNumbers: boolean;
  /** True for a row whose pictures take long. */
  isPictured: (row: Pictured) => boolean;
  /** The row with the keys of its pictures in place of their paths. */
  illustrate: <T extends Pictured>(line: number, row: T, getColumn: (field: string) => string) => Promise<T>;
}

export function countNothing(): ImportCounts {
  return { newIds: null, rows: 0, added: 0, changed: 0, unchanged: 0, rejected: 0, remarked: 0 };
}

/** Counts what it passes to the report. */
export function createRemarks(counts: ImportCounts, report: RowReport): Pick<PassTools, 'reject' | 'remark'> {
  return {
    reject: (line, problems) => {
      counts.rejected += 1;
      report.add(line, 'rejected', problems);
    },
    remark: (line, problems) => {
      if (problems.length > 0) counts.remarked += 1;
      report.add(line, 'warning', problems);
    },
  };
}

const genreRow = v.object({ key: v.string(), label_fa: v.string(), label_en: v.string() });

export async function readGenres(store: RowStore): Promise<(name: string) => string | undefined> {
  return genreFinder(await store.read({ sql: 'SELECT key, label_fa, label_en FROM genres', values: [] }, genreRow));
}

/** Gives ids for new titles: after the highest that is or was taken, except by the desk. */
export async function countIdsFrom(store: RowStore): Promise<() => number> {
  const sql = `SELECT max(coalesce((SELECT max(id) FROM all_titles WHERE id < ${String(FIRST_DESK_ID)}), 0),
    coalesce((SELECT max(title_id) FROM imported_titles), 0)) AS last`;
  const [row] = await store.read({ sql, values: [] }, v.object({ last: v.number() }));
  let next = Math.max(FIRST_IMPORTED_ID, (row?.last ?? 0) + 1);
  return () => next++;
}

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import * as v from 'valibot';
import { problem } from '../lib/progress.ts';
import { buildBatch, readKnownTitles, type BatchCounts } from './batch.ts';
import type { ColumnMap } from './column-map.ts';
import { Directory, FIRST_IMPORTED_ID } from './directory.ts';
import { genreFinder } from './genres.ts';
import type { ImportKind } from './parse/facts.ts';
import { readRow } from './read-row.ts';
import type { Report } from './report.ts';
import { openRows, type FileRow } from './rows.ts';
import type { Statement } from './statements.ts';
import type { Store } from './store.ts';
import type { ImportTitle } from './title.ts';

export interface ImportOptions {
  file: string;
  map: ColumnMap | null;
  kind?: ImportKind | undefined;
  /** Reads and reports, and writes nothing. */
  dryRun: boolean;
  store: Store;
  report: Report;
  /** Rows and bytes read so far. */
  progress: (rows: number, bytes: number) => void;
  /** True once the operator asked to stop; the current batch is finished. */
  stopped: () => boolean;
  /** Epoch seconds. */
  now: number;
}

export interface ImportCounts extends BatchCounts {
  /** The first and the last id of the new titles. */
  newIds: [first: number, last: number] | null;
  rows: number;
  rejected: number;
  /** Titles with at least one remark. */
  remarked: number;
}

const genreRow = v.object({ key: v.string(), label_fa: v.string(), label_en: v.string() });

/**
 * Imports a file: streams its rows, rejects rows that are not titles, and writes the rest in transactions of some hundred.
 * Unchanged rows are skipped, so a stopped import is continued by another run. The catalogue version is changed at the
 * end if anything was written.
 */
export async function importFile(options: ImportOptions): Promise<ImportCounts> {
  const { store, report, dryRun, stopped, now } = options;
  const findGenre = genreFinder(
    await store.read({ sql: 'SELECT key, label_fa, label_en FROM genres', values: [] }, genreRow),
  );
  const directory = await Directory.load(store);
  const takeId = await idsFrom(store);
  const nextId = () => {
    const id = takeId();
    counts.newIds = [counts.newIds?.[0] ?? id, id];
    return id;
  };
  const words = new Set<string>();
  const { rows, getColumn, read } = openRows(options.file, options.map);
  const context = { thisYear: new Date(now * 1000).getUTCFullYear(), kind: options.kind, findGenre, getColumn };
  const counts: ImportCounts = { newIds: null, rows: 0, added: 0, changed: 0, unchanged: 0, rejected: 0, remarked: 0 };
  const seen = new SeenIds();
  let pending: ImportTitle[] = [];
  let batches = 0;
  let built: readonly Statement[] = [];
  let applied = Promise.resolve();

  /** Begins to write the batch that is built, once the one before is written. */
  const apply = async () => {
    await applied;
    if (dryRun || built.length === 0) return;
    batches += 1;
    applied = store.apply(built);
    // Awaited by the next batch; until then it is not an unhandled rejection.
    applied.catch(() => undefined);
    built = [];
  };
  /** The reading of a batch’s known titles comes before the writing of the batch before: no two have a title in common. */
  const flush = async () => {
    await applied;
    const knownTitles = await readKnownTitles(store, pending);
    await apply();
    const { statements, counts: done } = buildBatch(pending, knownTitles, { directory, nextId, words, now });
    built = statements;
    for (const key of ['added', 'changed', 'unchanged'] as const) counts[key] += done[key];
    pending = [];
    options.progress(counts.rows, read());
  };
  const take = (row: FileRow) => {
    counts.rows += 1;
    const result = 'problem' in row ? ({ ok: false, problems: [row.problem] } as const) : readRow(row.draft, context);
    const isRepeat = result.ok && !seen.isNew(result.title.externalId);
    if (result.ok && !isRepeat) {
      if (result.warnings.length > 0) counts.remarked += 1;
      report.add(row.line, 'warning', result.warnings);
      pending.push(result.title);
      return;
    }
    counts.rejected += 1;
    const twice = result.ok && {
      column: getColumn('id'),
      reason: 'the id stood before',
      value: result.title.externalId,
    };
    report.add(row.line, 'rejected', twice ? [twice] : result.ok ? [] : result.problems);
  };

  try {
    for await (const row of rows) {
      take(row);
      if (pending.length >= store.batchSize) await flush();
      if (stopped()) break;
    }
    if (pending.length > 0) await flush();
    await apply();
    await applied;
  } finally {
    // Also when a batch fails: what was written before is to be seen, and of a lost answer nobody knows. No page of the
    // new version may be made of what a batch replaces.
    await Promise.allSettled([applied]);
    if (batches > 0) await store.putVersion(`import-${now.toString(36)}`);
  }
  return counts;
}

/** An import has failed if its file gave no title: every row was rejected, or there was none. */
export function loadedNothing({ added, changed, unchanged }: ImportCounts): boolean {
  return added + changed + unchanged === 0;
}

/** A Problem if the database cannot be opened, or lacks a table. */
export async function requireTables(store: Store): Promise<void> {
  const sql = "SELECT name FROM sqlite_master WHERE name = 'imported_titles'";
  const matches = await store.read({ sql, values: [] }, v.object({ name: v.string() }));
  if (matches.length === 0) {
    throw problem('The database lacks the tables of this version: npm run seed, or wrangler d1 migrations apply.');
  }
}

/** Gives ids for new titles: after the highest that is or was taken. */
async function idsFrom(store: Store): Promise<() => number> {
  const sql = `SELECT max(coalesce((SELECT max(id) FROM all_titles), 0), coalesce((SELECT max(title_id) FROM imported_titles), 0)) AS last`;
  const [row] = await store.read({ sql, values: [] }, v.object({ last: v.number() }));
  let next = Math.max(FIRST_IMPORTED_ID, (row?.last ?? 0) + 1);
  return () => next++;
}

/** Ids that a file has had so far, as numbers of 48 bits: a fraction of the memory that the texts would take. */
class SeenIds {
  readonly #hashes = new Set<number>();

  isNew(id: string): boolean {
    const hash = createHash('sha256').update(id).digest().readUIntBE(0, 6);
    if (this.#hashes.has(hash)) return false;
    this.#hashes.add(hash);
    return true;
  }
}

/** The size of a file in bytes; a Problem where there is none. */
export function getFileSize(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw problem(`There is no file ${file}.`);
  return stats.size;
}

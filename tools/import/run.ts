import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import { problem } from '../lib/progress.ts';
import { ArtFolder } from './art/art-folder.ts';
import { PictureStore, type PictureBucket } from './art/picture-store.ts';
import { isPictured, resolveArt, type Pictured } from './art/resolve-art.ts';
import type { BatchCounts } from './batch.ts';
import type { ColumnMap } from './column-map.ts';
import { Directory, FIRST_IMPORTED_ID } from './directory.ts';
import { genreFinder } from '../../src/features/titles/facts/genres.ts';
import { IMPORT_KINDS, type ImportKind, type PartKind } from '../../src/features/titles/facts/facts.ts';
import { PartPass } from './part-pass.ts';
import type { Problem } from './problems.ts';
import type { Report } from './report.ts';
import { getColumnName, openRows } from './rows.ts';
import { SeenIds } from './seen-ids.ts';
import type { Store } from './store.ts';
import { TitlePass } from './title-pass.ts';
import { createWriter, type Writer } from './writer.ts';

export interface ImportOptions {
  file: string;
  map: ColumnMap | null;
  kind?: ImportKind | PartKind | undefined;
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
  /** Opens the storage of pictures, once a row has one. */
  openBucket?: () => Promise<PictureBucket>;
  /** The folder with pictures named by external ids. */
  art?: string | undefined;
}

export interface ImportCounts extends BatchCounts {
  /** The first and the last id of the new titles. */
  newIds: [first: number, last: number] | null;
  rows: number;
  rejected: number;
  /** Rows with remarks; what is wrong with pictures and numbers counts apart. */
  remarked: number;
}

/** Shared by both readings of a file. */
export interface PassTools extends Pick<ImportOptions, 'kind' | 'store' | 'report' | 'dryRun'> {
  writer: Writer;
  counts: ImportCounts;
  seen: SeenIds;
  reject: (line: number, problems: readonly Problem[]) => void;
  remark: (line: number, problems: readonly Problem[]) => void;
  /** The row with the keys of its pictures in place of their paths. */
  isPictured: (row: Pictured) => boolean;
  illustrate: <T extends Pictured>(line: number, row: T, getColumn: (field: string) => string) => Promise<T>;
}

const genreRow = v.object({ key: v.string(), label_fa: v.string(), label_en: v.string() });

/**
 * Imports a file: streams its rows, rejects rows that are not titles, and writes the rest in transactions of some hundred.
 * A file that has seasons or episodes is read a second time for them, so that they may come before their series. Unchanged
 * rows are skipped, so a stopped import is continued by another run. The catalogue version is changed at the end if
 * anything was written.
 */
export async function importFile(options: ImportOptions): Promise<ImportCounts> {
  const { store, report, dryRun, now, openBucket = null } = options;
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
  const counts: ImportCounts = { newIds: null, rows: 0, added: 0, changed: 0, unchanged: 0, rejected: 0, remarked: 0 };
  const writer = createWriter(store, dryRun);
  const pictures = new PictureStore(dirname(resolve(options.file)), dryRun ? null : openBucket);
  const art = { store: pictures, folder: options.art === undefined ? null : new ArtFolder(options.art) };
  const tools: PassTools = {
    ...{ kind: options.kind, store, report, dryRun, writer, counts, seen: new SeenIds() },
    reject: (line, problems) => {
      counts.rejected += 1;
      report.add(line, 'rejected', problems);
    },
    remark: (line, problems) => {
      if (problems.length > 0) counts.remarked += 1;
      report.add(line, 'warning', problems);
    },
    isPictured: (row) => isPictured(row, art),
    illustrate: async (line, row, getColumn) => {
      const [illustrated, problems] = await resolveArt(row, art);
      tools.remark(
        line,
        problems.map((fault) => ({ ...fault, column: getColumn(fault.column) })),
      );
      return illustrated;
    },
  };
  const getColumn = (field: string) => getColumnName(field, options.map);
  const kind = IMPORT_KINDS.find((usual) => usual === options.kind);
  const context = { thisYear: new Date(now * 1000).getUTCFullYear(), kind, findGenre, getColumn };
  const titles = new TitlePass(tools, context, { directory, nextId, words: new Set<string>(), now });

  try {
    const isWhole = await readThrough(options, titles, tools);
    if (isWhole && titles.hasParts) {
      const parts = new PartPass(tools, context, { nextId, now }, titles.series);
      if (await readThrough(options, parts, tools)) parts.remarkNumbers();
    }
  } finally {
    // Also when a batch fails: what was written before is to be seen, and of a lost answer nobody knows. No page of the
    // new version may be made of what a batch replaces.
    await Promise.allSettled([writer.settle(), pictures.close()]);
    if (writer.count() > 0) await store.putVersion(`import-${now.toString(36)}`);
  }
  return counts;
}

/** False where the operator stopped it; what was read by then is written. */
async function readThrough(
  { file, map, stopped, progress }: ImportOptions,
  pass: TitlePass | PartPass,
  { writer, counts }: PassTools,
): Promise<boolean> {
  const { rows, read } = openRows(file, map);
  const before = counts.rows;
  let isWhole = true;
  for await (const row of rows) {
    pass.take(row);
    if (pass.isFull) {
      await pass.flush();
      progress(counts.rows - before, read());
    }
    if (!stopped()) continue;
    isWhole = false;
    break;
  }
  await pass.flush();
  progress(counts.rows - before, read());
  await writer.settle();
  writer.start();
  await writer.settle();
  return isWhole;
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
    throw problem(
      'The database lacks the tables of this version: npm run seed -- --only base adds them (with --data FOLDER or --remote).',
    );
  }
}

/** Gives ids for new titles: after the highest that is or was taken. */
async function idsFrom(store: Store): Promise<() => number> {
  const sql = `SELECT max(coalesce((SELECT max(id) FROM all_titles), 0), coalesce((SELECT max(title_id) FROM imported_titles), 0)) AS last`;
  const [row] = await store.read({ sql, values: [] }, v.object({ last: v.number() }));
  let next = Math.max(FIRST_IMPORTED_ID, (row?.last ?? 0) + 1);
  return () => next++;
}

/** The size of a file in bytes; a Problem where there is none. */
export function getFileSize(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw problem(`There is no file ${file}.`);
  return stats.size;
}

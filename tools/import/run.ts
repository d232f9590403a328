import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import { problem } from '../lib/progress.ts';
import { ArtFolder } from './art/art-folder.ts';
import { PictureStore, type PictureBucket } from './art/picture-store.ts';
import { isPictured, resolveArt } from './art/resolve-art.ts';
import type { ColumnMap } from '../../src/features/catalogue/rows/column-map.ts';
import { isChanged } from '../../src/features/catalogue/server/intake/batch.ts';
import { Directory } from '../../src/features/catalogue/server/intake/directory.ts';
import { IMPORT_KINDS, type ImportKind, type PartKind } from '../../src/platform/kinds.ts';
import { PartPass } from '../../src/features/catalogue/server/intake/part-pass.ts';
import type { Report } from './report.ts';
import { openRows } from './rows.ts';
import { getColumnName } from '../../src/features/catalogue/rows/file-rows.ts';
import { SeenIds } from './seen-ids.ts';
import type { Store } from './store.ts';
import { TitlePass } from '../../src/features/catalogue/server/intake/title-pass.ts';
import { createWriter } from '../../src/features/catalogue/server/intake/writer.ts';
import {
  countIdsFrom,
  countNothing,
  createRemarks,
  readGenres,
  type ImportCounts,
  type PassTools,
} from '../../src/features/catalogue/server/intake/pass-tools.ts';

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
  /** New titles are hidden until the desk publishes them. */
  drafts?: boolean;
  /** The folder with pictures named by external ids. */
  art?: string | undefined;
}

/**
 * Imports a file: streams its rows, rejects rows that are not titles, and writes the rest in transactions of some hundred.
 * A file that has seasons or episodes is read a second time for them, so that they may come before their series. Unchanged
 * rows are skipped, so a stopped import is continued by another run. The catalogue version is changed at the end if
 * anything was written.
 */
export async function importFile(options: ImportOptions): Promise<ImportCounts> {
  const { store, report, dryRun, now, openBucket = null } = options;
  const findGenre = await readGenres(store);
  const directory = await Directory.load(store);
  const takeId = await countIdsFrom(store);
  const nextId = () => {
    const id = takeId();
    counts.newIds = [counts.newIds?.[0] ?? id, id];
    return id;
  };
  const counts = countNothing();
  const writer = createWriter(store, dryRun);
  const pictures = new PictureStore(dirname(resolve(options.file)), dryRun ? null : openBucket);
  const art = { store: pictures, folder: options.art === undefined ? null : new ArtFolder(options.art) };
  const remarks = createRemarks(counts, report);
  const tools: PassTools = {
    ...remarks,
    ...{ kind: options.kind, store, report, dryRun, writer, counts, seen: new SeenIds() },
    remarksNumbers: true,
    isPictured: (row) => isPictured(row, art),
    illustrate: async (line, row, getColumn) => {
      const [illustrated, problems] = await resolveArt(row, art);
      remarks.remark(
        line,
        problems.map((fault) => ({ ...fault, column: getColumn(fault.column) })),
      );
      return illustrated;
    },
  };
  const getColumn = (field: string) => getColumnName(field, options.map);
  const kind = IMPORT_KINDS.find((usual) => usual === options.kind);
  const context = { thisYear: new Date(now * 1000).getUTCFullYear(), kind, findGenre, getColumn };
  const drafts = options.drafts === true ? { operator: 'import', save: `import-${now.toString(36)}` } : undefined;
  const titles = new TitlePass(tools, context, { directory, nextId, words: new Set<string>(), now, drafts });

  try {
    const isWhole = await readThrough(options, titles, tools);
    if (isWhole && titles.hasParts) {
      const parts = new PartPass(tools, context, { nextId, now, drafts }, titles.series);
      if (await readThrough(options, parts, tools)) parts.remarkNumbers();
    }
  } catch (error) {
    if (!isChanged(error)) throw error;
    throw problem('Somebody else has added titles at the same moment. What is written is whole; run it again.');
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
  const { rows, read } = await openRows(file, map);
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

/** The size of a file in bytes; a Problem where there is none. */
export function getFileSize(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw problem(`There is no file ${file}.`);
  return stats.size;
}

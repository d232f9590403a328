// npm run import -- FILE: loads titles into D1. docs/import.md says what files look like.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readColumnMap } from '../tools/import/read-column-map.ts';
import { findFormat } from '../tools/import/file-format.ts';
import { STATE_DIR } from '../tools/import/local-store.ts';
import { openStore, type StoreTarget } from '../tools/import/open-store.ts';
import { parseOptions } from '../tools/import/options.ts';
import { grouped, createProgress } from '../tools/import/progress.ts';
import { openReport } from '../tools/import/report.ts';
import { isCsvFile } from '../tools/import/rows.ts';
import { getFileSize, importFile, loadedNothing, requireTables } from '../tools/import/run.ts';
import { command, problem, formatSeconds } from '../tools/lib/progress.ts';

await command(async () => {
  const options = parseOptions(process.argv.slice(2));
  const size = getFileSize(options.file);
  const map = options.map === undefined ? null : readMap(options.map);
  findFormat(options.file, isCsvFile(options.file, map));
  const started = Date.now();
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());

  const store = openStore(options.place);
  // A refused import leaves the last one's report.
  await requireTables(store);
  const report = openReport(options.report);
  try {
    const counts = await importFile({
      ...{
        file: options.file,
        map,
        kind: options.kind,
        dryRun: options.dryRun,
        drafts: options.drafts,
        store,
        report,
        art: options.art,
      },
      openBucket: () => openPictureBucket(options.place),
      progress: createProgress(size),
      stopped: () => stop.signal.aborted,
      now: Math.floor(Date.now() / 1000),
    });
    const took = Date.now() - started;
    const memory = Math.round(process.resourceUsage().maxRSS / 1000);
    console.log(`
${options.dryRun ? 'Would be: ' : ''}${grouped(counts.added)} added, ${grouped(counts.changed)} changed, ${grouped(counts.unchanged)} unchanged, ${grouped(counts.rejected)} rejected, ${grouped(counts.remarked)} with remarks
${counts.newIds ? `Ids of the new titles: ${[...new Set(counts.newIds)].join(' to ')}\n` : ''}${grouped(counts.rows)} rows in ${formatSeconds(took)} (${grouped(Math.round((counts.rows * 1000) / took))} rows/s), ${memory} MB at most
${counts.rejected + counts.remarked > 0 ? `By column:\n${report.summarize().join('\n')}\nWhich and why: ${options.report}` : 'Nothing to remark.'}`);
    if (stop.signal.aborted) throw problem('Stopped. What is written is whole; run it again to go on.');
    if (loadedNothing(counts)) throw problem(`Nothing of ${options.file} could be loaded.`);
  } finally {
    report.close();
    await store.close();
  }
});

/** Loaded late: most imports have no pictures, and wrangler takes a second and some memory. */
async function openPictureBucket({ remote, data }: StoreTarget) {
  const { openBucket } = await import('../tools/ingest/bucket.ts');
  if (data !== undefined) return openBucket({ data });
  // Wrangler would announce which file it reads secrets from.
  process.env['WRANGLER_LOG'] ??= 'warn';
  if (!remote) return openBucket({ state: STATE_DIR });
  const folder = mkdtempSync(join(tmpdir(), 'pardeh-pictures-'));
  const bucket = await openBucket({ remote: folder });
  return { ...bucket, close: () => bucket.close().finally(() => rmSync(folder, { recursive: true, force: true })) };
}

function readMap(file: string) {
  getFileSize(file);
  try {
    return readColumnMap(file);
  } catch (error) {
    throw problem(error instanceof Error ? error.message : String(error));
  }
}

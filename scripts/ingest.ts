// npm run ingest -- FILE --title movie/12: makes a film file into a title that plays. docs/operations.md says more.
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { requireKnownDelay } from '../tools/ingest/check-delay.ts';
import { requireFfmpeg } from '../tools/ingest/ffmpeg.ts';
import { openStore } from '../tools/import/open-store.ts';
import type { Store } from '../tools/import/store.ts';
import { findChapterMarkers, readMarkers } from '../tools/ingest/chapters.ts';
import { parseOptions, type IngestOptions } from '../tools/ingest/options.ts';
import { probe } from '../tools/ingest/probe.ts';
import { publishing, readTitle, type Produced } from '../tools/ingest/publish.ts';
import { checkDisk, planRenditions, produce } from '../tools/ingest/run.ts';
import { holdState } from '../tools/ingest/hold-state.ts';
import { lockTitle } from '../tools/ingest/lock.ts';
import { readSubtitleFile } from '../tools/ingest/texts.ts';
import { openWorkFolder } from '../tools/ingest/work-folder.ts';
import { command, problem, formatSeconds } from '../tools/lib/progress.ts';

/** As in seed.ts: tests have a state folder, and a folder to work in, of their own. */
const STATE_DIR = process.env['STATE_DIR'] ?? '.wrangler/state';
const WORK_DIR = process.env['INGEST_DIR'] ?? '.cache/ingest';

await command(() => runInWords(ingest));

async function ingest(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const started = Date.now();
  requireTools(options);
  const source = probe(options.file);
  const subtitles = options.subtitles.map(readSubtitleFile);
  const fileMarkers = readMarkers(options.markers);
  const chooseMarkers = ({ chapters }: Produced) => {
    const kinds = new Set(fileMarkers.map(({ kind }) => kind));
    return [...fileMarkers, ...findChapterMarkers(chapters).filter(({ kind }) => !kinds.has(kind))];
  };
  for (const { stream, isText } of source.texts) {
    if (!isText) console.warn('Subtitle track %d consists of pictures and is left out.', stream + 1);
  }
  const stop = new AbortController();
  const { remote, data } = options.place;
  const isShared = remote || data !== undefined;
  const hold = async () => (isShared ? () => undefined : holdState(STATE_DIR, stop.signal));
  const withStore = async <T>(work: (store: Store) => Promise<T>) => {
    const release = await hold();
    const store = openStore(options.place);
    try {
      return await work(store);
    } finally {
      await store.close().finally(release);
    }
  };
  const row = await withStore((store) => readTitle(store, options.title));

  mkdirSync(WORK_DIR, { recursive: true });
  lockTitle(WORK_DIR, options.title);
  const work = await openWorkFolder(WORK_DIR, options);
  const { file, acceptDamage, asTrailer, av1, heAac, mono } = options;
  const renditions = planRenditions(file, { source, av1, heAac, mono });
  checkDisk(WORK_DIR, { source, ...renditions });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());

  console.log(
    `«${row.name_fa}»: ${renditions.rungs.map(({ name }) => name).join(', ')} of ${formatSeconds(source.seconds * 1000)}`,
  );
  const place = remote ? 'remote' : resolve(data ?? STATE_DIR);
  const plan = { file, source, av1, heAac, mono, subtitles, work, signal: stop.signal, acceptDamage, asTrailer, place };
  const storage = remote ? { remote: work.scratch } : data === undefined ? { state: STATE_DIR } : { data };
  const openStorage = async () => {
    // Only now: wrangler takes a second to load.
    const { openBucket } = await import('../tools/ingest/bucket.ts');
    const release = await hold();
    const bucket = await openBucket(storage);
    return { ...bucket, close: () => bucket.close().finally(release) };
  };
  const produced = await produce(plan, openStorage).catch((error: unknown) => {
    throw stop.signal.aborted ? problem('Stopped. Run the same command again to go on.') : error;
  });
  const { PictureStore } = await import('../tools/import/art/picture-store.ts');
  const { storeFrame, publishFrame } = await import('../tools/ingest/first-frame.ts');
  const pictures = new PictureStore(work.scratch, openStorage);
  const storeFrames = async () => {
    try {
      return asTrailer ? [] : await storeFrame(row, pictures, work.scratch);
    } finally {
      await pictures.close();
    }
  };
  const frames = await storeFrames();
  const now = Math.floor(Date.now() / 1000);
  await withStore(async (store) => {
    const publication = { folder: work.name, row, produced, markers: chooseMarkers(produced), now };
    await store.apply([...publishing(options, publication), ...publishFrame(frames)]);
    await store.putVersion(`ingest-${now.toString(36)}`);
  });
  work.remove();
  for (const reason of produced.damage) console.warn('Accepted damage: %s', reason);
  console.log(`\n«${row.name_fa}» ${asTrailer ? 'has a trailer' : 'plays'}. ${formatSeconds(Date.now() - started)}`);
}

/** An unforeseen error as a sentence; its stack goes into a file. */
async function runInWords(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'Problem') throw error;
    const log = join(tmpdir(), `pardeh-ingest-${process.pid}.log`);
    writeFileSync(log, error.stack ?? error.message);
    throw problem(`Nothing was published: ${error.message}\nThis was not foreseen. ${log} has the details.`);
  }
}

function requireTools({ av1, heAac }: IngestOptions): void {
  try {
    requireFfmpeg(['libx264', ...(av1 ? ['libsvtav1'] : []), ...(heAac ? ['libfdk_aac'] : [])]);
    if (heAac) requireKnownDelay('he-aac');
  } catch (error) {
    throw problem(error instanceof Error ? error.message : String(error));
  }
}

// npm run ingest -- FILE --title movie/12: makes a film file into a title that plays. docs/operations.md says more.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { requireKnownDelay } from '../tools/ingest/check-delay.ts';
import { requireFfmpeg } from '../tools/ingest/ffmpeg.ts';
import { openStore } from '../tools/import/open-store.ts';
import type { Store } from '../tools/import/store.ts';
import { findChapterMarkers, readMarkers } from '../tools/ingest/chapters.ts';
import { addAv1, ladder } from '../tools/ingest/ladder.ts';
import { parseOptions, type IngestOptions } from '../tools/ingest/options.ts';
import { probe } from '../tools/ingest/probe.ts';
import { publishing, readTitle, type Produced } from '../tools/ingest/publish.ts';
import { checkDisk, produce } from '../tools/ingest/run.ts';
import { planSounds } from '../tools/ingest/sounds.ts';
import { holdState } from '../tools/ingest/hold-state.ts';
import { lockTitle } from '../tools/ingest/lock.ts';
import { decodeSubtitles, parseSubtitles } from '../src/platform/media/subtitles.ts';
import { openWorkFolder } from '../tools/ingest/work-folder.ts';
import { command, problem, formatSeconds } from './lib/progress.ts';

/** As in seed.ts: tests have a state folder, and a folder to work in, of their own. */
const STATE_DIR = process.env['STATE_DIR'] ?? '.wrangler/state';
const WORK_DIR = process.env['INGEST_DIR'] ?? '.cache/ingest';

await command(async () => {
  const options = parseOptions(process.argv.slice(2));
  const started = Date.now();
  requireTools(options);
  const source = probe(options.file);
  const subtitles = options.subtitles.map(readSubtitles);
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
    try {
      const store = openStore(options.place);
      return await work(store).finally(() => store.close());
    } finally {
      release();
    }
  };
  const row = await withStore((store) => readTitle(store, options.title));

  mkdirSync(WORK_DIR, { recursive: true });
  lockTitle(WORK_DIR, options.title);
  const work = await openWorkFolder(WORK_DIR, options);
  const rungs = options.av1 ? addAv1(ladder(source)) : ladder(source);
  const sounds = planSounds(source.audio, options.heAac);
  checkDisk(WORK_DIR, { source, rungs, sounds });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());

  console.log(
    `«${row.name_fa}»: ${rungs.map(({ name }) => name).join(', ')} of ${formatSeconds(source.seconds * 1000)}`,
  );
  const { file, acceptDamage } = options;
  const place = remote ? 'remote' : resolve(data ?? STATE_DIR);
  const plan = { file, source, rungs, sounds, subtitles, work, signal: stop.signal, acceptDamage, place };
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
  const now = Math.floor(Date.now() / 1000);
  await withStore(async (store) => {
    await store.apply(publishing(options, { folder: work.name, row, produced, markers: chooseMarkers(produced), now }));
    await store.putVersion(`ingest-${now.toString(36)}`);
  });
  work.remove();
  for (const reason of produced.damage) console.warn('Accepted damage: %s', reason);
  console.log(`\n«${row.name_fa}» plays. ${formatSeconds(Date.now() - started)}`);
});

function requireTools({ av1, heAac }: IngestOptions): void {
  try {
    requireFfmpeg(['libx264', ...(av1 ? ['libsvtav1'] : []), ...(heAac ? ['libfdk_aac'] : [])]);
    if (heAac) requireKnownDelay('he-aac');
  } catch (error) {
    throw problem(error instanceof Error ? error.message : String(error));
  }
}

function readSubtitles({ language, file }: IngestOptions['subtitles'][number]) {
  if (!existsSync(file)) throw problem(`There is no file ${file}.`);
  const cues = parseSubtitles(decodeSubtitles(readFileSync(file)));
  if (cues.length === 0) throw problem(`${file} holds no subtitles: nothing in it has a time and a text.`);
  return { language, cues, isForced: false, isForDeaf: false };
}

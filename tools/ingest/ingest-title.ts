import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { MAX_TRAILER_SECONDS } from '../../src/features/ingest/upload-rules.ts';
import type { Marker } from '../../src/features/titles/markers.ts';
import { STATE_DIR } from '../import/local-store.ts';
import { formatSeconds, problem } from '../lib/progress.ts';
import { openAccess } from './access.ts';
import { findChapterMarkers, readMarkers } from './chapters.ts';
import { requireKnownDelay } from './check-delay.ts';
import { requireFfmpeg } from './ffmpeg.ts';
import { lockTitle } from './lock.ts';
import type { IngestOptions } from './options.ts';
import { probe, type Source } from './probe.ts';
import { publishing, readTitle, type Produced, type TitleRow } from './publish.ts';
import { checkDisk, planRenditions, produce } from './run.ts';
import { readSubtitleFile, type SubtitleSource } from './texts.ts';
import { openWorkFolder } from './work-folder.ts';

/** Tests have a folder to work in of their own. */
export const WORK_DIR = process.env['INGEST_DIR'] ?? '.cache/ingest';

/** Who waits for the work: a terminal, or a queue. */
export interface Audience {
  signal: AbortSignal;
  /** Called with the file's tracks and the names of its renditions. */
  onSource?: (source: Source, renditions: readonly string[]) => void;
  /** 0 to 1 of all work. */
  onProgress?: (share: number, step: string) => void;
  /** Throws where the file is not wanted any more. Nothing was published then. */
  beforePublish?: () => Promise<void>;
}

/** Makes a film file into a title that plays, and continues where an earlier run has stopped. */
export async function ingestTitle(options: IngestOptions, audience: Audience): Promise<void> {
  const started = Date.now();
  requireTools(options);
  const source = probe(options.file);
  if (options.asTrailer) requireTrailer(options.file, source);
  const subtitles = options.subtitles.map(readSubtitleFile);
  const fileMarkers = readMarkers(options.markers);
  for (const { stream, isText } of source.texts) {
    if (!isText) console.warn('Subtitle track %d consists of pictures and is left out.', stream + 1);
  }
  const access = openAccess(options.place, audience.signal);
  const row = await access.withStore((store) => readTitle(store, options.title));
  mkdirSync(WORK_DIR, { recursive: true });
  const unlock = lockTitle(WORK_DIR, options.title);
  const film = { source, subtitles, fileMarkers, row };
  const produced = await publishFilm(options, audience, film, access).finally(unlock);
  for (const reason of produced.damage) console.warn('Accepted damage: %s', reason);
  const result = options.asTrailer ? 'has a trailer' : 'plays';
  console.log(`\n«${row.name_fa}» ${result}. ${formatSeconds(Date.now() - started)}`);
}

interface Film {
  source: Source;
  subtitles: SubtitleSource[];
  fileMarkers: Marker[];
  row: TitleRow;
}

async function publishFilm(
  options: IngestOptions,
  audience: Audience,
  { source, subtitles, fileMarkers, row }: Film,
  { withStore, openStorage }: ReturnType<typeof openAccess>,
): Promise<Produced> {
  const { signal } = audience;
  const work = await openWorkFolder(WORK_DIR, options);
  if (signal.aborted) throw stopped();
  const { file, acceptDamage, asTrailer, av1, heAac, mono } = options;
  const renditions = planRenditions(file, { source, av1, heAac, mono });
  const names = renditions.rungs.map(({ name }) => name);
  audience.onSource?.(source, names);
  checkDisk(WORK_DIR, { source, ...renditions });

  console.log(`«${row.name_fa}»: ${names.join(', ')} of ${formatSeconds(source.seconds * 1000)}`);
  const { remote, data } = options.place;
  const plan = {
    ...{ file, source, av1, heAac, mono, subtitles, work, signal, acceptDamage, asTrailer },
    ...{ place: remote ? 'remote' : resolve(data ?? STATE_DIR), tell: audience.onProgress },
  };
  const openBucket = () => openStorage(work.scratch);
  const produced = await produce(plan, openBucket).catch((error: unknown) => {
    throw signal.aborted ? stopped() : error;
  });
  const { PictureStore } = await import('../import/art/picture-store.ts');
  const { storeFrame, publishFrame } = await import('./first-frame.ts');
  const pictures = new PictureStore(work.scratch, openBucket);
  const storeFrames = async () => {
    try {
      return asTrailer ? [] : await storeFrame(row, pictures, work.scratch);
    } finally {
      await pictures.close();
    }
  };
  const frames = await storeFrames();
  await audience.beforePublish?.();
  const kinds = new Set(fileMarkers.map(({ kind }) => kind));
  const markers = [...fileMarkers, ...findChapterMarkers(produced.chapters).filter(({ kind }) => !kinds.has(kind))];
  const now = Math.floor(Date.now() / 1000);
  await withStore(async (store) => {
    const publication = { folder: work.name, row, produced, markers, now };
    await store.apply([...publishing(options, publication), ...publishFrame(frames)]);
    await store.putVersion(`ingest-${now.toString(36)}`);
  });
  work.remove();
  return produced;
}

function requireTrailer(file: string, { seconds }: Source): void {
  if (seconds <= MAX_TRAILER_SECONDS) return;
  const longest = formatSeconds(MAX_TRAILER_SECONDS * 1000);
  throw problem(`${file} is too long for a trailer: ${formatSeconds(seconds * 1000)}, at most ${longest}.`, 'too_long');
}

const stopped = () => problem('Stopped. Run the same command again to go on.');

/** A Problem where this machine lacks a program that the options need. */
export function requireTools({ av1, heAac }: Pick<IngestOptions, 'av1' | 'heAac'>): void {
  try {
    requireFfmpeg(['libx264', ...(av1 ? ['libsvtav1'] : []), ...(heAac ? ['libfdk_aac'] : [])]);
    if (heAac) requireKnownDelay('he-aac');
  } catch (error) {
    throw problem(error instanceof Error ? error.message : String(error), 'no_ffmpeg');
  }
}

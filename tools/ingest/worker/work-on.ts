import { mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { JOB_FAILURES, type FileReport, type IngestWork } from '../../../src/features/ingest/contract.ts';
import type { StoreTarget } from '../../import/open-store.ts';
import { problem } from '../../lib/progress.ts';
import { ingestTitle, WORK_DIR } from '../ingest-title.ts';
import { openAccess } from '../access.ts';
import { isHdr } from '../color.ts';
import type { IngestOptions } from '../options.ts';
import type { Source } from '../probe.ts';
import { LOST, LOST_TEXT, type Progress, type Queue } from './queue.ts';

const REPORT_MS = 20_000;
/** Silence after which the queue gives the job to another worker, with a margin (server/queue.ts). */
const MAX_SILENCE_MS = 150_000;
const MAX_DETAIL_CHARS = 4000;
/** How a worker that has to end leaves its job: the next one continues. */
const STOPPED = 'stopped';
/** These mend themselves: the lease ends, and the job is taken again. */
const PASSING: readonly (string | undefined)[] = [STOPPED, LOST, 'busy'];

export interface WorkerOptions {
  place: StoreTarget;
  av1: boolean;
  heAac: boolean;
}

/** Makes one file of the queue into a film that plays, and tells the queue how it ended. */
export async function workOn(
  queue: Queue,
  job: IngestWork,
  options: WorkerOptions,
  signal: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  let state: Progress = { progress: 0, step: 'download' };
  let heardAt = Date.now();
  const tell = async () => {
    try {
      await queue.report(job, state);
      heardAt = Date.now();
    } catch (error) {
      if (getCode(error) === LOST || Date.now() - heardAt > MAX_SILENCE_MS) stop.abort(toLost(error));
    }
  };
  await tell();
  const timer = setInterval(() => void tell(), REPORT_MS);
  const originals = join(WORK_DIR, 'originals');
  const files = [job.original, ...job.subtitles].map(({ key, bytes }) => ({
    key,
    bytes,
    file: join(originals, basename(key)),
  }));
  try {
    mkdirSync(originals, { recursive: true });
    await download(files, options.place, either);
    await ingestTitle(toOptions(job, originals, options), {
      signal: either,
      onSource: (source, renditions) => {
        state = { ...state, report: toReport(source, renditions) };
        void tell();
      },
      onProgress: (share, step) => {
        state = { ...state, progress: Math.floor(share * 999), step };
      },
      beforePublish: async () => {
        await queue.report(job, state);
        if (either.aborted) throw toLost(either.reason);
      },
    });
    await queue.finish(job);
  } catch (error) {
    const code = signal.aborted ? STOPPED : stop.signal.aborted ? LOST : getCode(error);
    const detail = code === LOST ? LOST_TEXT : error instanceof Error ? error.message : String(error);
    console.error('Job %d: %s', job.id, detail);
    const cause: unknown = stop.signal.aborted ? (stop.signal.reason as Error).cause : error;
    // After a silence the job may come back; a job that was refused does not.
    if (code !== LOST || getCode(cause) !== LOST) {
      if (PASSING.includes(code)) return;
      await queue.fail(job, JOB_FAILURES.find((name) => name === code) ?? 'unforeseen', clean(detail, files, job));
    }
  } finally {
    clearInterval(timer);
  }
  for (const { file } of files) rmSync(file, { force: true });
}

async function download(
  files: readonly { key: string; bytes: number; file: string }[],
  place: StoreTarget,
  signal: AbortSignal,
): Promise<void> {
  const bucket = await openAccess(place, signal).openStorage(WORK_DIR);
  try {
    for (const { file, ...object } of files) await bucket.download(object, file, signal);
  } finally {
    await bucket.close();
  }
}

function toOptions(
  { title, kind, original, subtitles, operator }: IngestWork,
  folder: string,
  options: WorkerOptions,
): IngestOptions {
  const toFile = ({ key }: { key: string }) => join(folder, basename(key));
  const asTrailer = kind === 'trailer';
  if (title.kind === 'series' && !asTrailer) throw problem('A series plays its episodes.', 'title_missing');
  return {
    ...options,
    ...{
      file: toFile(original),
      title,
      operator,
      asTrailer,
      toman: null,
      markers: null,
      acceptDamage: false,
      mono: null,
    },
    subtitles: subtitles.map((subtitle) => ({
      ...{ language: subtitle.language, file: toFile(subtitle), kind: subtitle.text_kind },
    })),
  };
}

function toReport(source: Source, renditions: readonly string[]): FileReport {
  const { seconds, width, height, frameRate, color, audio, texts, chapters } = source;
  return {
    ...{ seconds, width, height, frame_rate: frameRate.average, is_hdr: isHdr(color), chapters: chapters.length },
    sounds: audio.map(({ language, channels, title, isDescription: is_description }) => ({
      ...{ language, channels, title: title.slice(0, 200), is_description },
    })),
    subtitles: texts.map(({ language, isText: is_text, isForced: is_forced, isForDeaf: is_for_deaf }) => ({
      ...{ language, is_text, is_forced, is_for_deaf },
    })),
    renditions: [...renditions],
  };
}

/** Files have the names of their uploads here; the desk knows their own. */
function clean(text: string, files: readonly { file: string }[], { original, subtitles }: IngestWork): string {
  const names = [original, ...subtitles].map(({ name }) => name);
  return files.reduce((rest, { file }, at) => rest.replaceAll(file, names[at] ?? ''), text).slice(0, MAX_DETAIL_CHARS);
}

function toLost(cause: unknown): Error {
  return Object.assign(problem(LOST_TEXT, LOST), { cause });
}

function getCode(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

import { readFileSync, readdirSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { av1Codec, avcCodec, freshFolder, rates, readKeyFrameRates } from './segments.ts';
import { webVtt, type Cue as TimedText } from '../../src/platform/media/web-vtt.ts';
import { problem } from '../../scripts/lib/progress.ts';
import type { Bucket, Upload } from './bucket.ts';
import { toChapterRows } from './chapters.ts';
import { checkSource, listDamage, requireHealthy, type SourceCheck } from './check.ts';
import { listSegmentStarts, toSeconds, type Clock } from './clock.ts';
import type { DecodeRecord } from './decode-log.ts';
import { downloadArgs, posterArgs, storyboardArgs, storyboardCues, planStoryboard } from './encode.ts';
import { encodePicture, encodeSound } from './encode-tracks.ts';
import { runFfmpeg } from './ffmpeg.ts';
import type { Rung } from './ladder.ts';
import { masterPlaylist, subtitlePlaylist, SUBTITLE_SECONDS } from './master.ts';
import type { Source } from './probe.ts';
import { createProgress, type Step } from './progress.ts';
import type { Produced } from './publish.ts';
import type { Loudness, SoundRendition } from './sounds.ts';
import { repairCues } from '../../src/platform/media/subtitles.ts';
import { nameSubtitles, readEmbeddedSubtitles, type Subtitle, type SubtitleSource } from './texts.ts';
import type { WorkFolder } from './work-folder.ts';

/** The work on a film. */
export interface Plan {
  file: string;
  source: Source;
  rungs: readonly Rung[];
  sounds: readonly SoundRendition[];
  /** Subtitles of files of their own. */
  subtitles: readonly SubtitleSource[];
  work: WorkFolder;
  signal: AbortSignal;
  acceptDamage: boolean;
  /** Names the storage. */
  place: string;
}

const CHECK = 'check';
const PICTURE = 'picture';
const UPLOAD = 'upload';
const POSTER_SEGMENTS = 3;

/** Files to download are H.264, which plays everywhere. */
const listDownloads = (rungs: readonly Rung[]): Rung[] => rungs.filter(({ codec }) => codec === 'h264');

/** A Problem where what will be made does not fit on the disk: streams and downloads, and a little more. */
export function checkDisk(folder: string, { source, rungs, sounds }: Pick<Plan, 'source' | 'rungs' | 'sounds'>): void {
  const sound = sounds.reduce((sum, { kbps }) => sum + kbps, 0);
  const picture = rungs.reduce((sum, { kbps }) => sum + kbps, 0);
  const needed = (source.seconds * (2 * picture + (1 + rungs.length) * sound) * 1000 * 1.2) / 8;
  const { bavail, bsize } = statfsSync(folder);
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);
  if (bavail * bsize < needed) {
    throw problem(
      `The disk is too full: about ${gigabytes(needed)} GB are needed, ${gigabytes(bavail * bsize)} GB are free.`,
    );
  }
}

/** Makes every file of a title and stores it. Steps that an earlier run has finished are skipped. */
export async function produce(plan: Plan, openStorage: () => Promise<Omit<Bucket, 'read'>>): Promise<Produced> {
  const { file, source, rungs, sounds, work, signal, acceptDamage } = plan;
  const progress = createProgress(planSteps(plan), work.isDone);
  const step = async (name: string, make: (share: (seconds: number) => void) => Promise<void>) => {
    await work.once(name, () => make((done) => progress.at(name, done / source.seconds)));
    progress.done(name);
  };
  const checkFile = join(work.scratch, 'check.json');
  await step(CHECK, async (seconds) => {
    const check = await checkSource(file, source, { folder: work.scratch, signal, seconds });
    writeFileSync(checkFile, JSON.stringify(check));
  });
  const check = JSON.parse(readFileSync(checkFile, 'utf8')) as SourceCheck;
  requireHealthy(file, listDamage(source, check, null), acceptDamage);

  const encoding = { file, source, clock: check.clock, signal, root: work.scratch, hls: work.hls };
  const pictureFile = join(work.scratch, 'picture.json');
  await step(PICTURE, async (seconds) => {
    writeFileSync(pictureFile, JSON.stringify(await encodePicture({ ...encoding, seconds }, rungs)));
  });
  const damage = listDamage(source, check, JSON.parse(readFileSync(pictureFile, 'utf8')) as DecodeRecord);
  requireHealthy(file, damage, acceptDamage);
  for (const sound of sounds) {
    const loudness = getLoudness(check, source, sound);
    await step(sound.name, (seconds) => encodeSound({ ...encoding, seconds }, sound, loudness));
  }
  const subtitlesFile = join(work.scratch, 'subtitles.json');
  await step('texts', async () => {
    const shift = { shift: check.clock.shift, folder: work.scratch, signal };
    const subtitles = nameSubtitles(plan.subtitles, await readEmbeddedSubtitles(file, source.texts, shift));
    await writeTexts(plan, { clock: check.clock, damage, subtitles });
    writeFileSync(subtitlesFile, JSON.stringify(subtitles));
  });
  const subtitles = JSON.parse(readFileSync(subtitlesFile, 'utf8')) as Subtitle[];
  for (const rung of listDownloads(rungs)) {
    await step(`download ${rung.name}`, (seconds) => makeDownload(plan, { rung, subtitles }, { seconds, signal }));
  }
  await uploadAll(plan, openStorage, (share) => progress.at(UPLOAD, share));
  progress.done(UPLOAD);
  const downloads = listDownloads(rungs).map(({ name: quality, standard: height }) => ({
    ...{ quality, height, bytes: statSync(join(work.downloads, `${quality}.mp4`)).size },
    key: `download/${work.name}/${quality}.mp4`,
  }));
  const full = subtitles.filter(({ isForced }) => !isForced);
  const end = toSeconds(check.clock.rate, check.clock.frames);
  return {
    ...{ downloads, damage, languages: [...new Set(full.map(({ language }) => language))] },
    chapters: toChapterRows(source.chapters, check.clock.shift, end),
  };
}

function getLoudness(
  { sounds }: SourceCheck,
  { audio }: Source,
  { stream, channels }: SoundRendition,
): Loudness | null {
  const sound = sounds[audio.findIndex((track) => track.stream === stream)];
  return (channels > 2 ? sound?.surroundLoudness : sound?.loudness) ?? null;
}

/** Encoding takes as long as its pictures are large; the rest is quick. */
function planSteps({ source, rungs, sounds }: Plan): Step[] {
  return [
    { name: CHECK, weight: 10_000 * Math.max(1, source.audio.length) },
    { name: PICTURE, weight: rungs.reduce((sum, { width, height }) => sum + 40_000 + width * height, 0) },
    ...sounds.map(({ name, channels }) => ({ name, weight: 10_000 * channels })),
    { name: 'texts', weight: 10_000 },
    ...listDownloads(rungs).map(({ name }) => ({ name: `download ${name}`, weight: 5_000 })),
    { name: UPLOAD, weight: 100_000 },
  ];
}

/** Subtitles, pictures, and last the master playlist, which names all the others. */
async function writeTexts(
  { rungs, sounds, work, signal }: Plan,
  { clock, damage, subtitles }: { clock: Clock; damage: readonly string[]; subtitles: readonly Subtitle[] },
): Promise<void> {
  const seconds = toSeconds(clock.rate, clock.frames);
  const frameRate = clock.rate.num / clock.rate.den;
  const folder = freshFolder(work.hls, 'subs');
  for (const subtitle of subtitles) writeSubtitle(folder, subtitle, seconds);
  const [lowest, highest] = [rungs[0], listDownloads(rungs).at(-1)];
  if (lowest && highest) {
    const board = planStoryboard(lowest, seconds);
    await runFfmpeg(storyboardArgs(join(work.hls, lowest.name, 'index.m3u8'), board, work.hls), { signal });
    const cues = storyboardCues(board, seconds);
    writeFileSync(join(work.hls, 'storyboard.vtt'), webVtt(cues, { numbered: false }));
    const first = listSegmentStarts(clock).findLastIndex((start) => start <= seconds / 10);
    const segments = listSegmentStarts(clock).flatMap((_, at) =>
      at >= first && at < first + POSTER_SEGMENTS ? [`seg-${at}.m4s`] : [],
    );
    const files = ['init.mp4', ...segments].map((name) => join(work.hls, highest.name, name));
    await runFfmpeg(posterArgs(files, join(work.hls, 'poster.jpg')), { signal });
  }
  const videos = rungs.map(({ name, standard, width, height, codec }) => ({
    ...{ name, standard, width, height, frameRate },
    codec: codec === 'av1' ? av1Codec(join(work.hls, name)) : avcCodec(join(work.hls, name)),
    ...{ ...rates(join(work.hls, name)), keyFrames: readKeyFrameRates(join(work.hls, name)) },
  }));
  const audio = sounds.map((sound) => ({ ...sound, ...rates(join(work.hls, sound.name)) }));
  writeFileSync(join(work.hls, 'master.m3u8'), masterPlaylist({ videos, audio, subtitles, damage }));
}

/** A whole file for players that load subtitles by themselves, and segments for those that follow the playlist. */
function writeSubtitle(folder: string, { name, language, cues }: Subtitle, seconds: number): void {
  const texts = repairCues(cues, language).map(({ from, to, lines }): TimedText => [from, to, lines.join('\n')]);
  writeFileSync(join(folder, `${name}.vtt`), webVtt(texts));
  writeFileSync(join(folder, `${name}.m3u8`), subtitlePlaylist(name, seconds));
  const segments = freshFolder(folder, name);
  for (let at = 0; at * SUBTITLE_SECONDS < seconds; at += 1) {
    const [start, end] = [at * SUBTITLE_SECONDS, (at + 1) * SUBTITLE_SECONDS];
    // A cue that lasts over a cut is in both segments.
    const inSegment = texts.filter(([from, to]) => from < end && to > start);
    writeFileSync(join(segments, `seg-${at}.vtt`), webVtt(inSegment, { numbered: false, isSegment: true }));
  }
}

async function makeDownload(
  { sounds, work }: Plan,
  { rung: { name }, subtitles }: { rung: Rung; subtitles: readonly Subtitle[] },
  options: Parameters<typeof runFfmpeg>[1],
): Promise<void> {
  const playlist = (folder: string) => join(work.hls, folder, 'index.m3u8');
  const texts = subtitles.map((subtitle) => ({ ...subtitle, file: join(work.hls, 'subs', `${subtitle.name}.vtt`) }));
  const files = sounds
    .filter(({ group }) => group === 'audio')
    .map((sound) => ({ ...sound, file: playlist(sound.name) }));
  await runFfmpeg(downloadArgs(playlist(name), files, texts, join(work.downloads, `${name}.mp4`)), options);
}

/** Stores the missing files; a list of the stored ones is in the work folder, so that another run continues there. */
async function uploadAll(
  { work, place, signal }: Plan,
  openStorage: () => Promise<Omit<Bucket, 'read'>>,
  share: (share: number) => void,
): Promise<void> {
  const log = join(work.scratch, 'uploaded');
  const toLine = (key: string) => `${place} ${key}`;
  const stored = new Set(readLog(log));
  const files = [...below(work.hls, `video/${work.name}`), ...below(work.downloads, `download/${work.name}`)];
  const missing = files.filter(({ key }) => !stored.has(toLine(key)));
  if (missing.length === 0) return;
  const bucket = await openStorage();
  try {
    let done = files.length - missing.length;
    const put = ({ key }: Upload) => {
      writeFileSync(log, `${toLine(key)}\n`, { flag: 'a' });
      done += 1;
      share(done / files.length);
    };
    await bucket.upload(missing, put, signal);
  } finally {
    await bucket.close();
  }
}

function readLog(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

function below(folder: string, prefix: string): Upload[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, key: `${prefix}/${relative(folder, file).replaceAll(sep, '/')}` }));
}

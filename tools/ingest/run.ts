import { readFileSync, readdirSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { av1Codec, avcCodec, freshFolder, rates, readKeyFrameRates } from './segments.ts';
import { buildSubtitleFiles } from '../../src/features/ingest/media/subtitle-files.ts';
import { webVtt } from '../../src/platform/media/web-vtt.ts';
import { problem } from '../lib/progress.ts';
import type { Bucket, Upload } from './bucket.ts';
import { toChapterRows } from './chapters.ts';
import { checkSource, listDamage, requireHealthy, type SourceCheck } from './check.ts';
import { listSegmentStarts, toSeconds, type Clock } from './clock.ts';
import type { DecodeRecord } from './decode-log.ts';
import { downloadArgs, posterArgs, storyboardArgs, storyboardCues, planStoryboard } from './encode.ts';
import { encodePicture, encodeSound } from './encode-tracks.ts';
import { runFfmpeg } from './ffmpeg.ts';
import { writeFirstFrame } from './first-frame.ts';
import { addAv1, ladder, type Rung } from './ladder.ts';
import { masterPlaylist } from './master.ts';
import { groupMonoTracks } from './mono-tracks.ts';
import type { MonoChoice } from './options.ts';
import type { Size } from './picture-formats.ts';
import type { AudioTrack, Source } from './probe.ts';
import { createProgress, type Step } from './progress.ts';
import type { Produced } from './publish.ts';
import { planSounds, type SoundRendition } from './sounds.ts';
import { nameSubtitles, readEmbeddedSubtitles, type Subtitle, type SubtitleSource } from './texts.ts';
import type { WorkFolder } from './work-folder.ts';

/** The work on a film. */
export interface Plan {
  file: string;
  source: Source;
  av1: boolean;
  heAac: boolean;
  mono: MonoChoice;
  /** Subtitles of files of their own. */
  subtitles: readonly SubtitleSource[];
  work: WorkFolder;
  signal: AbortSignal;
  acceptDamage: boolean;
  asTrailer: boolean;
  /** Names the storage. */
  place: string;
  /** Called with the share of all work that is done, 0 to 1, and the step. */
  tell?: ((share: number, step: string) => void) | undefined;
}

const CHECK = 'check';
const PICTURE = 'picture';
const UPLOAD = 'upload';
const POSTER_SEGMENTS = 3;

const listH264 = (rungs: readonly Rung[]): Rung[] => rungs.filter(({ codec }) => codec === 'h264');
/** Files to download are H.264, which plays everywhere. A trailer has none: what is sold is never signed for anybody. */
const listDownloads = (rungs: readonly Rung[], asTrailer: boolean): Rung[] => (asTrailer ? [] : listH264(rungs));

/** The renditions of a film by its declaration; its check may find other sizes and channels. */
export function planRenditions(
  file: string,
  { source, av1, heAac, mono }: Pick<Plan, 'source' | 'av1' | 'heAac' | 'mono'>,
): { rungs: Rung[]; sounds: SoundRendition[] } {
  return { rungs: planRungs(source, av1), sounds: planSounds(groupMonoTracks(source.audio, mono, file), heAac) };
}

const planRungs = (size: Size, av1: boolean): Rung[] => (av1 ? addAv1(ladder(size)) : ladder(size));

/** A Problem where what will be made does not fit on the disk: streams and downloads, and a little more. */
export function checkDisk(
  folder: string,
  { source, rungs, sounds }: Pick<Plan, 'source'> & ReturnType<typeof planRenditions>,
): void {
  const sound = sounds.reduce((sum, { kbps }) => sum + kbps, 0);
  const picture = rungs.reduce((sum, { kbps }) => sum + kbps, 0);
  const needed = (source.seconds * (2 * picture + (1 + rungs.length) * sound) * 1000 * 1.2) / 8;
  const { bavail, bsize } = statfsSync(folder);
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);
  if (bavail * bsize < needed) {
    throw problem(
      `The disk is too full: about ${gigabytes(needed)} GB are needed, ${gigabytes(bavail * bsize)} GB are free.`,
      'disk_full',
    );
  }
}

/** Makes every file of a title and stores it. Steps that an earlier run has finished are skipped. */
export async function produce(
  plan: Plan,
  openStorage: () => Promise<Pick<Bucket, 'upload' | 'close'>>,
): Promise<Produced> {
  const { file, work, signal, acceptDamage, mono } = plan;
  const progress = createProgress(planSteps(plan, planRenditions(file, plan)), work.isDone, plan.tell);
  const step = async (name: string, make: (share: (seconds: number) => void) => Promise<void>) => {
    await work.once(name, () => make((done) => progress.at(name, done / plan.source.seconds)));
    progress.done(name);
  };
  const checkFile = join(work.scratch, 'check.json');
  await step(CHECK, async (seconds) => {
    const groupTracks = (tracks: readonly AudioTrack[]) => groupMonoTracks(tracks, mono, file);
    const check = await checkSource(file, plan.source, { folder: work.scratch, signal, seconds, groupTracks });
    writeFileSync(checkFile, JSON.stringify(check));
  });
  const check = JSON.parse(readFileSync(checkFile, 'utf8')) as SourceCheck;
  for (const note of check.notes) console.warn(note);
  requireHealthy(file, listDamage(check, null), acceptDamage);
  const source = { ...check.source, ...check.changing, isChanging: check.changing !== null };
  const rungs = planRungs(source, plan.av1);
  const sounds = planSounds(check.sounds, plan.heAac);

  const encoding = { file: check.file, source, clock: check.clock, signal, root: work.scratch, hls: work.hls };
  const pictureFile = join(work.scratch, 'picture.json');
  await step(PICTURE, async (seconds) => {
    writeFileSync(pictureFile, JSON.stringify(await encodePicture({ ...encoding, seconds }, rungs)));
  });
  const damage = listDamage(check, JSON.parse(readFileSync(pictureFile, 'utf8')) as DecodeRecord);
  requireHealthy(file, damage, acceptDamage);
  for (const sound of sounds) {
    const checked = sound.track === null ? null : (check.sounds[sound.track] ?? null);
    const loudness = (sound.channels > 2 ? checked?.surroundLoudness : checked?.loudness) ?? null;
    const input = checked?.input ?? null;
    await step(sound.name, (seconds) => encodeSound({ ...encoding, input, seconds }, sound, loudness));
  }
  const subtitlesFile = join(work.scratch, 'subtitles.json');
  await step('texts', async () => {
    const shift = { shift: check.clock.shift, folder: work.scratch, signal };
    const subtitles = nameSubtitles(plan.subtitles, await readEmbeddedSubtitles(check.file, source.texts, shift));
    await writeTexts(plan, { clock: check.clock, damage, subtitles, rungs, sounds });
    writeFileSync(subtitlesFile, JSON.stringify(subtitles));
  });
  const subtitles = JSON.parse(readFileSync(subtitlesFile, 'utf8')) as Subtitle[];
  const offers = listDownloads(rungs, plan.asTrailer);
  for (const rung of offers) {
    await step(`download ${rung.name}`, (seconds) =>
      makeDownload(plan, { rung, sounds, subtitles }, { seconds, signal }),
    );
  }
  await uploadAll(plan, openStorage, (share) => progress.at(UPLOAD, share));
  progress.done(UPLOAD);
  const downloads = offers.map(({ name: quality, standard: height }) => ({
    ...{ quality, height, bytes: statSync(join(work.downloads, `${quality}.mp4`)).size },
    key: `download/${work.name}/${quality}.mp4`,
  }));
  const full = subtitles.filter(({ isForced }) => !isForced);
  const end = toSeconds(check.clock.rate, check.clock.frames);
  return {
    ...{ downloads, damage, languages: [...new Set(full.map(({ language }) => language))] },
    sounds: listLanguages(sounds),
    height: Math.max(...rungs.map(({ standard }) => standard)),
    chapters: toChapterRows(source.chapters, check.clock.shift, end),
  };
}

/** Without the silence of a film without sound, and sounds whose file names no language. */
function listLanguages(sounds: readonly SoundRendition[]): string[] {
  return [...new Set(sounds.flatMap(({ language }) => (language === null || language === 'zxx' ? [] : language)))];
}

/** Encoding takes as long as its pictures are large; the rest is quick. */
function planSteps(
  { source, asTrailer }: Pick<Plan, 'source' | 'asTrailer'>,
  { rungs, sounds }: ReturnType<typeof planRenditions>,
): Step[] {
  return [
    { name: CHECK, weight: 10_000 * Math.max(1, source.audio.length) },
    { name: PICTURE, weight: rungs.reduce((sum, { width, height }) => sum + 40_000 + width * height, 0) },
    ...sounds.map(({ name, channels }) => ({ name, weight: 10_000 * channels })),
    { name: 'texts', weight: 10_000 },
    ...listDownloads(rungs, asTrailer).map(({ name }) => ({ name: `download ${name}`, weight: 5_000 })),
    { name: UPLOAD, weight: 100_000 },
  ];
}

/** Subtitles, pictures, and last the master playlist, which names all the others. */
async function writeTexts(
  { work, signal }: Plan,
  {
    clock,
    damage,
    subtitles,
    rungs,
    sounds,
  }: ReturnType<typeof planRenditions> & {
    clock: Clock;
    damage: readonly string[];
    subtitles: readonly Subtitle[];
  },
): Promise<void> {
  const seconds = toSeconds(clock.rate, clock.frames);
  const frameRate = clock.rate.num / clock.rate.den;
  const folder = freshFolder(work.hls, 'subs');
  for (const subtitle of subtitles) writeSubtitle(folder, subtitle, seconds);
  const [lowest, highest] = [rungs[0], listH264(rungs).at(-1)];
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
    const segmentCount = listSegmentStarts(clock).length;
    await writeFirstFrame(join(work.hls, highest.name), { segments: segmentCount, folder: work.scratch, signal });
  }
  const videos = rungs.map(({ name, standard, width, height, codec }) => ({
    ...{ name, standard, width, height, frameRate },
    codec: codec === 'av1' ? av1Codec(join(work.hls, name)) : avcCodec(join(work.hls, name)),
    ...{ ...rates(join(work.hls, name)), keyFrames: readKeyFrameRates(join(work.hls, name)) },
  }));
  const audio = sounds.map((sound) => ({ ...sound, ...rates(join(work.hls, sound.name)) }));
  writeFileSync(join(work.hls, 'master.m3u8'), masterPlaylist({ videos, audio, subtitles, damage }));
}

function writeSubtitle(folder: string, { name, cues }: Subtitle, seconds: number): void {
  freshFolder(folder, name);
  for (const { path, text } of buildSubtitleFiles(name, cues, seconds)) writeFileSync(join(folder, path), text);
}

async function makeDownload(
  { work }: Plan,
  {
    rung: { name },
    sounds,
    subtitles,
  }: { rung: Rung; sounds: readonly SoundRendition[]; subtitles: readonly Subtitle[] },
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
  openStorage: () => Promise<Pick<Bucket, 'upload' | 'close'>>,
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

import { readFileSync, readdirSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { avcCodec, freshFolder, rates } from './segments.ts';
import { webVtt, type Cue as TimedText } from './vtt.ts';
import { problem } from '../../scripts/lib/progress.ts';
import type { Bucket, Upload } from './bucket.ts';
import { checkSource, listDamage, requireHealthy, type SourceCheck } from './check.ts';
import { toSeconds, type Clock } from './clock.ts';
import type { DecodeRecord } from './decode-log.ts';
import { downloadArgs, storyboardArgs, storyboardCues, planStoryboard } from './encode.ts';
import { encodePicture, encodeSound } from './encode-tracks.ts';
import { runFfmpeg } from './ffmpeg.ts';
import { AUDIO_KBPS, type Rung } from './ladder.ts';
import { masterPlaylist, subtitlePlaylist } from './master.ts';
import type { Source } from './probe.ts';
import { createProgress, type Step } from './progress.ts';
import type { PublishedDownload } from './publish.ts';
import { repairCues, type Cue } from '../../src/platform/media/subtitles.ts';
import type { WorkFolder } from './work-folder.ts';

/** The work on a film. */
export interface Plan {
  file: string;
  source: Source;
  rungs: readonly Rung[];
  subtitles: readonly { language: string; cues: readonly Cue[] }[];
  work: WorkFolder;
  signal: AbortSignal;
  acceptDamage: boolean;
}

export interface Produced {
  downloads: PublishedDownload[];
  /** Why the source is damaged, where the operator has accepted that. */
  damage: readonly string[];
}

const audioName = (at: number) => (at === 0 ? 'audio' : `audio-${at}`);
const CHECK = 'check';
const PICTURE = 'picture';
const UPLOAD = 'upload';

/** A Problem where what will be made does not fit on the disk: streams and downloads, and a little more. */
export function checkDisk(folder: string, { source, rungs }: Pick<Plan, 'source' | 'rungs'>): void {
  const kbps = rungs.reduce((sum, rung) => sum + rung.kbps + AUDIO_KBPS, 0);
  const needed = (source.seconds * kbps * 1000 * 2 * 1.2) / 8;
  const { bavail, bsize } = statfsSync(folder);
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);
  if (bavail * bsize < needed) {
    throw problem(
      `The disk is too full: about ${gigabytes(needed)} GB are needed, ${gigabytes(bavail * bsize)} GB are free.`,
    );
  }
}

/** Makes every file of a title and stores it. Steps that an earlier run has finished are skipped. */
export async function produce(plan: Plan, openStorage: () => Promise<Bucket>): Promise<Produced> {
  const { file, source, rungs, work, signal, acceptDamage } = plan;
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

  const encoding = { file, clock: check.clock, signal, root: work.scratch, hls: work.hls };
  const pictureFile = join(work.scratch, 'picture.json');
  await step(PICTURE, async (seconds) => {
    writeFileSync(pictureFile, JSON.stringify(await encodePicture({ ...encoding, seconds }, rungs)));
  });
  const damage = listDamage(source, check, JSON.parse(readFileSync(pictureFile, 'utf8')) as DecodeRecord);
  requireHealthy(file, damage, acceptDamage);
  for (const [at, { stream }] of source.audio.entries()) {
    await step(audioName(at), (seconds) => encodeSound({ ...encoding, seconds }, stream, audioName(at)));
  }
  await step('texts', () => writeTexts(plan, check.clock, damage));
  for (const rung of rungs) {
    await step(`download ${rung.name}`, (seconds) => makeDownload(plan, rung, { seconds, signal }));
  }
  await uploadAll(plan, openStorage, (share) => progress.at(UPLOAD, share));
  progress.done(UPLOAD);
  const downloads = rungs.map(({ name: quality, height }) => ({
    ...{ quality, height, bytes: statSync(join(work.downloads, `${quality}.mp4`)).size },
    key: `download/${work.name}/${quality}.mp4`,
  }));
  return { downloads, damage };
}

/** Encoding takes as long as its pictures are large; the rest is quick. */
function planSteps({ source, rungs }: Plan): Step[] {
  return [
    { name: CHECK, weight: 10_000 * source.audio.length },
    { name: PICTURE, weight: rungs.reduce((sum, { width, height }) => sum + 40_000 + width * height, 0) },
    ...source.audio.map((_, at) => ({ name: audioName(at), weight: 20_000 })),
    { name: 'texts', weight: 10_000 },
    ...rungs.map(({ name }) => ({ name: `download ${name}`, weight: 5_000 })),
    { name: UPLOAD, weight: 100_000 },
  ];
}

/** Subtitles, storyboard, and last the master playlist, which speaks of all the others. */
async function writeTexts(
  { source, rungs, subtitles, work, signal }: Plan,
  clock: Clock,
  damage: readonly string[],
): Promise<void> {
  const seconds = toSeconds(clock.rate, clock.frames);
  const frameRate = clock.rate.num / clock.rate.den;
  const folder = freshFolder(work.hls, 'subs');
  for (const { language, cues } of subtitles) {
    const messages = repairCues(cues, language).map(({ from, to, lines }): TimedText => [from, to, lines.join('\n')]);
    writeFileSync(join(folder, `${language}.vtt`), webVtt(messages));
    writeFileSync(join(folder, `${language}.m3u8`), subtitlePlaylist(language, seconds));
  }
  const [lowest] = rungs;
  if (lowest) {
    const board = planStoryboard(lowest, seconds);
    await runFfmpeg(storyboardArgs(join(work.hls, lowest.name, 'index.m3u8'), board, work.hls), { signal });
    const cues = storyboardCues(board, seconds);
    writeFileSync(join(work.hls, 'storyboard.vtt'), webVtt(cues, { numbered: false }));
  }
  const videos = rungs.map(({ name, width, height }) => ({
    ...{ name, width, height, frameRate, codec: avcCodec(join(work.hls, name)) },
    ...rates(join(work.hls, name)),
  }));
  const audio = source.audio.map(({ language }, at) => ({
    ...{ name: audioName(at), language },
    ...rates(join(work.hls, audioName(at))),
  }));
  const languages = subtitles.map(({ language }) => language);
  writeFileSync(join(work.hls, 'master.m3u8'), masterPlaylist({ videos, audio, subtitles: languages, damage }));
}

async function makeDownload(
  { source, subtitles, work }: Plan,
  { name }: Rung,
  options: Parameters<typeof runFfmpeg>[1],
): Promise<void> {
  const playlist = (folder: string) => join(work.hls, folder, 'index.m3u8');
  const texts = subtitles.map(({ language }) => ({ language, file: join(work.hls, 'subs', `${language}.vtt`) }));
  const sounds = source.audio.map((_, at) => playlist(audioName(at)));
  await runFfmpeg(downloadArgs(playlist(name), sounds, texts, join(work.downloads, `${name}.mp4`)), options);
}

/** Stores the missing files; a list of the stored ones is in the work folder, so that another run continues there. */
async function uploadAll(
  { work }: Plan,
  openStorage: () => Promise<Bucket>,
  share: (share: number) => void,
): Promise<void> {
  const log = join(work.scratch, 'uploaded');
  const stored = new Set(readLog(log));
  const files = [...below(work.hls, `video/${work.name}`), ...below(work.downloads, `download/${work.name}`)];
  const missing = files.filter(({ key }) => !stored.has(key));
  if (missing.length === 0) return;
  const bucket = await openStorage();
  try {
    let done = files.length - missing.length;
    await bucket.upload(missing, ({ key }) => {
      writeFileSync(log, `${key}\n`, { flag: 'a' });
      done += 1;
      share(done / files.length);
    });
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

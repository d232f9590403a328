import { readFileSync, readdirSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { avcCodec, freshFolder, rates } from './segments.ts';
import { webVtt, type Cue as TimedText } from './vtt.ts';
import { problem } from '../../scripts/lib/progress.ts';
import type { Bucket, Upload } from './bucket.ts';
import { audioArgs, downloadArgs, storyboardArgs, storyboardCues, planStoryboard, videoArgs } from './encode.ts';
import { runFfmpeg } from './ffmpeg.ts';
import { AUDIO_KBPS, type Rung } from './ladder.ts';
import { masterPlaylist, subtitlePlaylist } from './master.ts';
import type { Source } from './probe.ts';
import { createProgress, type Step } from './progress.ts';
import type { PublishedDownload } from './publish.ts';
import { repairCues, type Cue } from './subtitles.ts';
import type { WorkFolder } from './work-folder.ts';

/** The work on a film. */
export interface Plan {
  file: string;
  source: Source;
  rungs: readonly Rung[];
  subtitles: readonly { language: string; cues: readonly Cue[] }[];
  work: WorkFolder;
  signal: AbortSignal;
}

const audioName = (at: number) => (at === 0 ? 'audio' : `audio-${at}`);
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
export async function produce(plan: Plan, openStorage: () => Promise<Bucket>): Promise<PublishedDownload[]> {
  const { source, rungs, work, signal } = plan;
  const progress = createProgress(planSteps(plan), work.isDone);
  const step = async (name: string, make: (share: (seconds: number) => void) => Promise<void>) => {
    await work.once(name, () => make((done) => progress.at(name, done / source.seconds)));
    progress.done(name);
  };
  for (const rung of rungs) {
    await step(rung.name, (seconds) => {
      const args = videoArgs(plan.file, rung, source.frameRate, freshFolder(work.hls, rung.name));
      return runFfmpeg(args, { seconds, signal });
    });
  }
  for (const [at, { stream }] of source.audio.entries()) {
    await step(audioName(at), (seconds) =>
      runFfmpeg(audioArgs(plan.file, stream, freshFolder(work.hls, audioName(at))), { seconds, signal }),
    );
  }
  await step('texts', () => writeTexts(plan));
  for (const rung of rungs) {
    await step(`download ${rung.name}`, (seconds) => makeDownload(plan, rung, { seconds, signal }));
  }
  await uploadAll(plan, openStorage, (share) => progress.at(UPLOAD, share));
  progress.done(UPLOAD);
  return rungs.map(({ name: quality, height }) => ({
    ...{ quality, height, bytes: statSync(join(work.downloads, `${quality}.mp4`)).size },
    key: `download/${work.name}/${quality}.mp4`,
  }));
}

/** Encoding takes as long as its pictures are large; the rest is quick. */
function planSteps({ source, rungs }: Plan): Step[] {
  return [
    ...rungs.map(({ name, width, height }) => ({ name, weight: 40_000 + width * height })),
    ...source.audio.map((_, at) => ({ name: audioName(at), weight: 20_000 })),
    { name: 'texts', weight: 10_000 },
    ...rungs.map(({ name }) => ({ name: `download ${name}`, weight: 5_000 })),
    { name: UPLOAD, weight: 100_000 },
  ];
}

/** Subtitles, storyboard, and last the master playlist, which speaks of all the others. */
async function writeTexts({ source, rungs, subtitles, work, signal }: Plan): Promise<void> {
  const folder = freshFolder(work.hls, 'subs');
  for (const { language, cues } of subtitles) {
    const messages = repairCues(cues, language).map(({ from, to, lines }): TimedText => [from, to, lines.join('\n')]);
    writeFileSync(join(folder, `${language}.vtt`), webVtt(messages));
    writeFileSync(join(folder, `${language}.m3u8`), subtitlePlaylist(language, source.seconds));
  }
  const [lowest] = rungs;
  if (lowest) {
    const board = planStoryboard(lowest, source.seconds);
    await runFfmpeg(storyboardArgs(join(work.hls, lowest.name, 'index.m3u8'), board, work.hls), { signal });
    const cues = storyboardCues(board, source.seconds);
    writeFileSync(join(work.hls, 'storyboard.vtt'), webVtt(cues, { numbered: false }));
  }
  const videos = rungs.map(({ name, width, height }) => ({
    ...{ name, width, height, frameRate: Math.min(source.frameRate, 30), codec: avcCodec(join(work.hls, name)) },
    ...rates(join(work.hls, name)),
  }));
  const audio = source.audio.map(({ language }, at) => ({
    ...{ name: audioName(at), language },
    ...rates(join(work.hls, audioName(at))),
  }));
  const languages = subtitles.map(({ language }) => language);
  writeFileSync(join(work.hls, 'master.m3u8'), masterPlaylist({ videos, audio, subtitles: languages }));
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

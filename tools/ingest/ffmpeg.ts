import { spawn, spawnSync } from 'node:child_process';
import { problem } from '../../scripts/lib/progress.ts';

/** Stops with a sentence that says what to do where ffmpeg or its H.264 encoder is missing. */
export function requireFfmpeg(): void {
  for (const tool of ['ffmpeg', 'ffprobe']) {
    if (spawnSync(tool, ['-version']).error) {
      throw new Error(`${tool} was not found. Install it first: "apt-get install ffmpeg" or "brew install ffmpeg".`);
    }
  }
  const encoders = spawnSync('ffmpeg', ['-hide_banner', '-encoders'], { encoding: 'utf8' }).stdout;
  if (!encoders.includes('libx264'))
    throw new Error('This ffmpeg was built without libx264; Debian and Homebrew builds have it.');
}

/** Runs ffmpeg to its end and tells how many seconds of the film are done. A Problem says what went wrong. */
export async function runFfmpeg(
  args: readonly string[],
  { seconds = () => undefined, signal }: { seconds?: (done: number) => void; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const child = spawn(
    'ffmpeg',
    ['-hide_banner', '-nostdin', '-loglevel', 'error', '-progress', 'pipe:1', '-y', ...args],
    { stdio: ['ignore', 'pipe', 'pipe'], signal },
  );
  let message = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const micros = [...text.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1];
    if (micros !== undefined) seconds(Number(micros) / 1e6);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (message = (message + text).slice(-4000)));
  const code = await new Promise<number>((done, failed) => {
    child.on('error', failed);
    child.on('close', (exit) => done(exit ?? 1));
  });
  if (code !== 0) throw toFfmpegError(message);
}

/** Turns ffmpeg's complaint into words for the operator. */
export function toFfmpegError(message: string): Error {
  if (/No space left on device/i.test(message)) {
    return problem('The disk is full. Free some space and run the same command again: it goes on where it stopped.');
  }
  return problem(`ffmpeg failed:\n${message.trim()}`);
}

/** The answer of ffprobe as JSON. */
export function ffprobe(args: string[]): unknown {
  const run = spawnSync('ffprobe', ['-hide_banner', '-loglevel', 'error', '-of', 'json', ...args], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`ffprobe ${args.join(' ')}\n${run.stderr}`);
  return JSON.parse(run.stdout);
}

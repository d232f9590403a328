import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { problem } from '../lib/progress.ts';

const BUILDS: Record<string, string> = {
  libfdk_aac:
    "its licence keeps it out of Debian's and Homebrew's. Put one that has it first in PATH, such as jellyfin-ffmpeg",
};

/** Stops with a sentence that says what to do where ffmpeg or one of the encoders is missing. */
export function requireFfmpeg(encoders: readonly string[] = ['libx264']): void {
  for (const tool of ['ffmpeg', 'ffprobe']) {
    if (spawnSync(tool, ['-version']).error) {
      throw new Error(`${tool} was not found. Install it first: "apt-get install ffmpeg" or "brew install ffmpeg".`);
    }
  }
  const available = spawnSync('ffmpeg', ['-hide_banner', '-encoders'], { encoding: 'utf8' }).stdout;
  for (const encoder of encoders) {
    if (available.includes(encoder)) continue;
    throw new Error(
      `This ffmpeg was built without ${encoder}; ${BUILDS[encoder] ?? 'Debian and Homebrew builds have it'}.`,
    );
  }
}

/**
 * Runs ffmpeg and kills it at the end of standard input, which a dead parent closes too: ffmpeg itself reads past it.
 * A shell without job control gives a background process /dev/null as its input.
 */
const WATCHED = `exec 3<&0
"$@" 3<&- & pid=$!
{ while read -r _ <&3; do :; done; kill -9 $pid; } >/dev/null 2>&1 & watch=$!
wait $pid; code=$?
kill $watch 2>/dev/null
exit $code`;

export interface RunOptions {
  /** Told how many seconds are done. */
  seconds?: (done: number) => void;
  signal?: AbortSignal | undefined;
  /** A file for ffmpeg's log at level info, which outlives this process. */
  log?: string;
}

/** Runs ffmpeg to its end; a Problem says what went wrong. ffmpeg dies with this process and with `signal`. */
export async function runFfmpeg(args: readonly string[], { seconds, signal, log }: RunOptions = {}): Promise<void> {
  signal?.throwIfAborted();
  const level = log === undefined ? 'error' : 'repeat+level+info';
  const file = log === undefined ? null : openSync(log, 'w');
  const options = ['-hide_banner', '-nostdin', '-nostats', '-loglevel', level, '-progress', 'pipe:1', '-y'];
  const child = spawn('sh', ['-c', WATCHED, 'sh', 'ffmpeg', ...options, ...args], {
    stdio: ['pipe', 'pipe', file ?? 'pipe'],
  });
  if (file !== null) closeSync(file);
  const stop = () => child.stdin?.end();
  signal?.addEventListener('abort', stop);
  let message = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const micros = [...text.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1];
    if (micros !== undefined) seconds?.(Number(micros) / 1e6);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (message = (message + text).slice(-4000)));
  const code = await new Promise<number>((done, failed) => {
    child.on('error', failed);
    child.on('close', (exit) => done(exit ?? 1));
  }).finally(() => signal?.removeEventListener('abort', stop));
  stop();
  if (code !== 0) throw toFfmpegError(log === undefined ? message : readErrors(log));
}

function readErrors(log: string): string {
  const lines = readFileSync(log, 'utf8').split('\n');
  return lines
    .filter((line) => /\[(error|fatal)\]/.test(line))
    .slice(-20)
    .join('\n');
}

/** Turns ffmpeg's complaint into words for the operator. */
export function toFfmpegError(message: string): Error {
  if (/No space left on device/i.test(message)) {
    return problem(
      'The disk is full. Free some space and run the same command again: it goes on where it stopped.',
      'disk_full',
    );
  }
  return problem(`ffmpeg failed:\n${message.trim()}`);
}

/** ffmpeg takes what is in front of a colon for a protocol: «Alien: Romulus.mkv». */
export const toFileUrl = (file: string): string => `file:${file}`;

/** The answer of ffprobe as JSON. */
export function ffprobe(args: string[]): unknown {
  const run = spawnSync('ffprobe', ['-hide_banner', '-loglevel', 'error', '-of', 'json', ...args], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`ffprobe ${args.join(' ')}\n${run.stderr}`);
  return JSON.parse(run.stdout);
}

/** The names of the filters that this ffmpeg has. */
export function listFilters(): string[] {
  const { stdout } = spawnSync('ffmpeg', ['-hide_banner', '-filters'], { encoding: 'utf8' });
  return [...stdout.matchAll(/^ [T.][S.][C.] (\w+)/gm)].map(([, name = '']) => name);
}

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

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

const QUIET = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y'];

/** Runs to the end; the error holds what ffmpeg said. */
export function ffmpeg(args: string[]): string {
  const run = spawnSync('ffmpeg', [...QUIET, ...args], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`ffmpeg ${args.join(' ')}\n${run.stderr}`);
  return run.stderr;
}

/** The answer of ffprobe as JSON. */
export function ffprobe(args: string[]): unknown {
  const run = spawnSync('ffprobe', ['-hide_banner', '-loglevel', 'error', '-of', 'json', ...args], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`ffprobe ${args.join(' ')}\n${run.stderr}`);
  return JSON.parse(run.stdout);
}

/** Writes chunks to ffmpeg's standard input, no faster than it reads. */
export async function feedFfmpeg(args: string[], chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let message = '';
  child.stderr.on('data', (data: Buffer) => (message += data.toString()));
  // A broken pipe is reported through the exit code below, with ffmpeg's own words.
  child.stdin.on('error', () => undefined);
  const closed = once(child, 'close') as Promise<[code: number | null]>;
  for await (const chunk of chunks) {
    if (child.exitCode !== null) break;
    if (!child.stdin.write(chunk)) await Promise.race([once(child.stdin, 'drain'), closed]);
  }
  child.stdin.end();
  const [code] = await closed;
  if (code !== 0) throw new Error(`ffmpeg ${args.join(' ')}\n${message}`);
}

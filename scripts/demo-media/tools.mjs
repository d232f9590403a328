/** Runs ffmpeg and ffprobe. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Stops with a sentence that says what to do where ffmpeg or its H.264 encoder is missing. */
export function requireFfmpeg() {
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
export function ffmpeg(args, options = {}) {
  const run = spawnSync('ffmpeg', [...QUIET, ...args], { encoding: 'utf8', ...options });
  if (run.status !== 0) throw new Error(`ffmpeg ${args.join(' ')}\n${run.stderr}`);
  return run.stderr;
}

export function ffprobe(args) {
  const run = spawnSync('ffprobe', ['-hide_banner', '-loglevel', 'error', '-of', 'json', ...args], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`ffprobe ${args.join(' ')}\n${run.stderr}`);
  return JSON.parse(run.stdout);
}

/** Writes what `chunks` yields to ffmpeg's standard input, no faster than it reads. */
export async function feedFfmpeg(args, chunks) {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let message = '';
  child.stderr.on('data', (data) => (message += data));
  // A broken pipe is reported through the exit code below, with ffmpeg's own words.
  child.stdin.on('error', () => {});
  const closed = once(child, 'close');
  for await (const chunk of chunks()) {
    if (child.exitCode !== null) break;
    if (!child.stdin.write(chunk)) await Promise.race([once(child.stdin, 'drain'), closed]);
  }
  child.stdin.end();
  const [code] = await closed;
  if (code !== 0) throw new Error(`ffmpeg ${args.join(' ')}\n${message}`);
}

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const QUIET = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y'];

/** Runs to the end; the error holds what ffmpeg said. */
export function ffmpeg(args: string[]): string {
  const run = spawnSync('ffmpeg', [...QUIET, ...args], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`ffmpeg ${args.join(' ')}\n${run.stderr}`);
  return run.stderr;
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

// npm run bench:codecs -- --vmaf FFMPEG: the bytes of AV1 for the VMAF of the ladder's H.264, on three clips (issue 18).
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from '../../tools/lib/processes.ts';
import { command, problem } from '../../tools/lib/progress.ts';
import { requirePrograms } from '../../tools/lib/system.ts';
import { encoderArgs } from '../../tools/ingest/encode.ts';
import { ladder, type Rung } from '../../tools/ingest/ladder.ts';

const { values } = parseArgs({ options: { vmaf: { type: 'string' }, height: { type: 'string', default: '360' } } });
const SECONDS = '8';
const AV1_QUALITIES = ['30', '36', '42', '48', '54', '60', '63'];
/** Of AV1 to H.264 (issue 18, part 1). */
const BAR = 0.7;
const SIZE = { width: 1280, height: 720 };
const CLIPS = [
  { name: 'seed/media/clip-1', input: ['-allowed_extensions', 'ALL', '-i', 'seed/media/clip-1/720p/index.m3u8'] },
  { name: 'seed/media/clip-2', input: ['-allowed_extensions', 'ALL', '-i', 'seed/media/clip-2/720p/index.m3u8'] },
  { name: 'mandelbrot', input: ['-f', 'lavfi', '-i', 'mandelbrot=size=1280x720:rate=24'] },
  {
    name: 'mandelbrot with grain',
    input: ['-f', 'lavfi', '-i', 'mandelbrot=size=1280x720:rate=24,noise=alls=12:allf=t'],
  },
];

interface Encoding {
  bytes: number;
  vmaf: number;
}

const toKilobytes = (bytes: number) => (bytes / 1000).toFixed(0);

const hasVmaf = async (ffmpeg: string) => (await run(ffmpeg, ['-hide_banner', '-filters'])).output.includes('libvmaf');

const folder = mkdtempSync(join(tmpdir(), 'pardeh-bench-codecs-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

await command(async () => {
  requirePrograms('ffmpeg');
  const meter = values.vmaf;
  if (meter === undefined || !(await hasVmaf(meter)))
    throw problem('--vmaf names an ffmpeg with libvmaf: Debian has none (docs/media.md, AV1).');
  const rung = ladder(SIZE).find(({ standard }) => String(standard) === values.height);
  if (!rung) throw problem(`--height ${values.height}: the ladder has no such rung.`);
  console.log(`| Clip | VMAF of H.264 at ${rung.name} | H.264 kB | AV1 kB for the same VMAF | ratio |`);
  console.log('| --- | --- | --- | --- | --- |');
  for (const { name, input } of CLIPS) {
    const source = join(folder, 'source.mkv');
    const size = `scale=${rung.width}:${rung.height}:flags=lanczos,format=yuv420p`;
    await encode([...input, '-t', SECONDS, '-an', '-vf', size, '-c:v', 'ffv1'], source);
    const measure = async (args: string[]): Promise<Encoding> => {
      const file = join(folder, 'encoded.mp4');
      await encode(['-i', source, ...args, '-g', '48'], file);
      return { bytes: statSync(file).size, vmaf: await measureVmaf(meter, file, source) };
    };
    const plain = await measure(encoderArgs(rung));
    // No rate limits the qualities: the curve is what is asked for.
    const free: Rung = { ...rung, codec: 'av1', kbps: 100_000, maxKbps: 130_000 };
    const curve: Encoding[] = [];
    for (const quality of AV1_QUALITIES) curve.push(await measure(encoderArgs(free, quality)));
    const bytes = interpolateBytes(curve, plain.vmaf);
    const cells = [name, plain.vmaf.toFixed(1), toKilobytes(plain.bytes)];
    if (bytes === null) throw problem(`${name}: no quality of AV1 has a VMAF of ${plain.vmaf.toFixed(1)}.`);
    if (bytes / plain.bytes > BAR) process.exitCode = 1;
    console.log(`| ${[...cells, toKilobytes(bytes), (bytes / plain.bytes).toFixed(2)].join(' | ')} |`);
  }
});

async function encode(args: string[], file: string): Promise<void> {
  const { code, output } = await run('ffmpeg', ['-v', 'error', '-y', ...args, file]);
  if (code !== 0) throw problem(output);
}

async function measureVmaf(ffmpeg: string, file: string, source: string): Promise<number> {
  const filter = '[0:v]setpts=PTS-STARTPTS[a];[1:v]setpts=PTS-STARTPTS[b];[a][b]libvmaf=n_threads=2';
  const { output } = await run(ffmpeg, ['-i', file, '-i', source, '-lavfi', filter, '-f', 'null', '-']);
  const [, score] = /VMAF score: ([\d.]+)/.exec(output) ?? [];
  if (score === undefined) throw problem(output.slice(-500));
  return Number(score);
}

/** By the logarithm of the bytes, between the two qualities around `vmaf`; null where there are none. */
function interpolateBytes(curve: readonly Encoding[], vmaf: number): number | null {
  const sorted = [...curve].sort((a, b) => a.vmaf - b.vmaf);
  const above = sorted.findIndex((one) => one.vmaf >= vmaf);
  const [low, high] = [sorted[above - 1], sorted[above]];
  if (!low || !high) return null;
  const share = (vmaf - low.vmaf) / (high.vmaf - low.vmaf);
  return Math.exp(Math.log(low.bytes) + share * (Math.log(high.bytes) - Math.log(low.bytes)));
}

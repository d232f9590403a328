// An ffmpeg with libfdk_aac for tests: Debian's has none. It decodes and writes by the real ffmpeg, and encodes by that
// of @ffmpeg/core-st, which is WebAssembly. FDK_SECONDS: the encoder dies after so many seconds of sound.
// FDK_LATE: it delays sound by so many milliseconds more.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The part of an Emscripten module that is used. */
interface WasmFfmpeg {
  FS: { writeFile: (name: string, bytes: Uint8Array) => void; readFile: (name: string) => Uint8Array };
  _malloc: (bytes: number) => number;
  lengthBytesUTF8: (text: string) => number;
  stringToUTF8: (text: string, at: number, bytes: number) => void;
  setValue: (at: number, value: number, type: 'i32') => void;
  _main: (count: number, values: number) => number;
}
type CreateFfmpeg = (options: {
  wasmBinary: Uint8Array;
  print: () => void;
  printErr: () => void;
}) => Promise<WasmFfmpeg>;

const POINTER_BYTES = 4;

function runFfmpeg(args: readonly string[]): number {
  return spawnSync('ffmpeg', args, { stdio: 'inherit' }).status ?? 1;
}

async function encode(file: string, options: readonly string[], target: string): Promise<void> {
  const require = createRequire(import.meta.url);
  const create = require('@ffmpeg/core-st') as CreateFfmpeg;
  const wasmBinary = readFileSync(require.resolve('@ffmpeg/core-st').replace(/js$/, 'wasm'));
  const silent = () => undefined;
  const wasm = await create({ wasmBinary, print: silent, printErr: silent });
  wasm.FS.writeFile('in.wav', readFileSync(file));
  const args = ['ffmpeg', '-nostdin', '-i', 'in.wav', ...options, 'out.nut'];
  const values = wasm._malloc(args.length * POINTER_BYTES);
  for (const [at, arg] of args.entries()) {
    const bytes = wasm.lengthBytesUTF8(arg) + 1;
    const text = wasm._malloc(bytes);
    wasm.stringToUTF8(arg, text, bytes);
    wasm.setValue(values + at * POINTER_BYTES, text, 'i32');
  }
  try {
    wasm._main(args.length, values);
  } catch (error) {
    // It ends by an exception that has the exit code.
    if ((error as { status?: number }).status !== 0) throw error;
  }
  writeFileSync(target, wasm.FS.readFile('out.nut'));
}

/** Global options and the input with its filters; the encoder's options; those of the output. */
async function encodeSound(args: readonly string[], seconds: string | undefined): Promise<number> {
  const encoderAt = args.indexOf('-c:a');
  const outputAt = args.findIndex((arg, at) => at > encoderAt && (arg === '-bsf:a' || arg === '-map_metadata'));
  const folder = mkdtempSync(join(tmpdir(), 'fdk-'));
  const [wav, nut] = [join(folder, 'in.wav'), join(folder, 'out.nut')];
  try {
    const length = seconds === undefined ? [] : ['-t', seconds];
    const late = process.env['FDK_LATE'] === undefined ? [] : ['-af', `adelay=${process.env['FDK_LATE']}:all=1`];
    const decoded = runFfmpeg([...args.slice(0, encoderAt), ...length, ...late, wav]);
    if (decoded !== 0) return decoded;
    await encode(wav, args.slice(encoderAt, outputAt), nut);
    const written = runFfmpeg(['-v', 'error', '-nostdin', '-i', nut, '-c', 'copy', ...args.slice(outputAt)]);
    return seconds === undefined ? written : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const argv = process.argv.slice(2);
if (argv.includes('libfdk_aac')) process.exitCode = await encodeSound(argv, process.env['FDK_SECONDS']);
else {
  process.exitCode = runFfmpeg(argv);
  if (argv.includes('-encoders')) console.log(' A....D libfdk_aac           Fraunhofer FDK AAC (codec aac)');
}

import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { problem } from '../../scripts/lib/progress.ts';
import { chooseFrameRate, computeShift, countFrames, type Clock } from './clock.ts';
import { findDamage, type CheckedTrack } from './damage.ts';
import { readDecodeLogs, type DecodeRecord } from './decode-log.ts';
import { packetListArgs, soundCheckArgs } from './encode.ts';
import { runFfmpeg, type RunOptions } from './ffmpeg.ts';
import type { Source, Track } from './probe.ts';
import { parseLoudness, type Loudness } from './sounds.ts';

/** A decoded audio track and its loudness in stereo and, where it has as many channels, in 5.1. */
interface CheckedSound extends DecodeRecord {
  loudness: Loudness | null;
  surroundLoudness: Loudness | null;
}

/** The result of reading the whole source before the picture is encoded. */
export interface SourceCheck {
  clock: Clock;
  sounds: CheckedSound[];
  /** The end of the picture's last packet, in seconds of the clock. */
  pictureEnd: number;
}

/** Sound that ends so little after the picture is cut there. */
const OVERHANG_SECONDS = 0.25;

/** Decodes all sound and lists the packets of the picture. */
export async function checkSource(
  file: string,
  source: Source,
  { folder, signal, seconds }: { folder: string } & Pick<RunOptions, 'signal' | 'seconds'>,
): Promise<SourceCheck> {
  const rate = chooseFrameRate(source.frameRate);
  const shift = computeShift(source, rate);
  const sounds: CheckedSound[] = [];
  for (const [at, { stream, channels }] of source.audio.entries()) {
    const log = join(folder, `sound-${stream}.log`);
    const share = (done: number) => seconds?.((at * source.seconds + done) / source.audio.length);
    await runFfmpeg(soundCheckArgs(file, stream, { shift, channels: 2 }), { log, signal, seconds: share });
    const record = await readDecodeLogs([{ file: log, from: 0 }]);
    const loudness = readLoudness(log);
    if (channels >= 6) await runFfmpeg(soundCheckArgs(file, stream, { shift, channels: 6 }), { log, signal });
    sounds.push({ ...record, loudness, surroundLoudness: channels >= 6 ? readLoudness(log) : null });
  }
  const packets = join(folder, 'packets');
  await runFfmpeg(packetListArgs(file, packets), { signal });
  const pictureEnd = (await readPacketsEnd(packets)) + shift;
  const soundEnd = Math.max(0, ...sounds.map(({ to }) => to));
  const end = soundEnd > pictureEnd + OVERHANG_SECONDS ? soundEnd : pictureEnd;
  return { clock: { rate, shift, frames: countFrames(rate, [end]) }, sounds, pictureEnd };
}

/** The log of a film has a line for each frame, and the loudness at its end. */
const SUMMARY_BYTES = 4096;

function readLoudness(log: string): Loudness | null {
  const handle = openSync(log, 'r');
  const { size } = fstatSync(handle);
  const bytes = new Uint8Array(Math.min(size, SUMMARY_BYTES));
  readSync(handle, bytes, 0, bytes.length, size - bytes.length);
  closeSync(handle);
  return parseLoudness(new TextDecoder().decode(bytes));
}

/** The end of the last packet of a list by `framecrc`, in seconds. */
async function readPacketsEnd(file: string): Promise<number> {
  let unit = 1;
  let end = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [, above, below] = /^#tb 0: (\d+)\/(\d+)/.exec(line) ?? [];
    if (above !== undefined) unit = Number(above) / Number(below);
    if (line.startsWith('#')) continue;
    const [, , pts, duration] = line.split(',').map(Number);
    end = Math.max(end, ((pts ?? 0) + (duration ?? 0)) * unit);
  }
  return end;
}

/** Why the source is damaged. `picture` is null before the picture was decoded: then its packets stand for it. */
export function listDamage(source: Source, check: SourceCheck, picture: DecodeRecord | null): string[] {
  const { shift } = check.clock;
  const toDeclared = ({ end }: Track) => (end === null ? null : end + shift);
  const undecoded: DecodeRecord = { from: 0, to: check.pictureEnd, holes: [], errors: [] };
  const tracks: CheckedTrack[] = [
    { name: 'picture', declared: toDeclared(source.video), ...(picture ?? undecoded) },
    ...check.sounds.map((record, at): CheckedTrack => {
      const track = source.audio[at];
      const language = track?.language ? ` (${track.language})` : '';
      return { name: `sound ${at + 1}${language}`, declared: track ? toDeclared(track) : null, ...record };
    }),
  ];
  return findDamage(tracks, source.start + source.seconds + shift);
}

/** A Problem with the reasons, unless the operator has accepted them. */
export function requireHealthy(file: string, damage: readonly string[], isAccepted: boolean): void {
  if (damage.length === 0 || isAccepted) return;
  const list = damage.map((reason) => `- ${reason}`).join('\n');
  throw problem(
    `${file} is damaged:\n${list}\nNothing was published. With --accept-damage it is published as it is, and marked.`,
  );
}

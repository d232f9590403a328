import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { problem } from '../lib/progress.ts';
import { chooseFrameRate, computeShift, countFrames, type Clock } from './clock.ts';
import { findDamage, type CheckedTrack } from './damage.ts';
import { readDecodeLogs, type DecodeRecord } from './decode-log.ts';
import { continuousClockArgs, packetListArgs, soundCheckArgs, steadySoundArgs, type SoundInput } from './encode.ts';
import { runFfmpeg, type RunOptions } from './ffmpeg.ts';
import { describeFormat, findLargestPicture, type Size } from './picture-formats.ts';
import { probe, type AudioTrack, type Source, type Track } from './probe.ts';
import { parseLoudness, type Loudness } from './sounds.ts';

/** A sound to publish, and its loudness in stereo and, where it has as many channels, in 5.1. */
interface CheckedSound extends AudioTrack {
  input: SoundInput;
  loudness: Loudness | null;
  surroundLoudness: Loudness | null;
}

/** The result of reading the whole source before the picture is encoded. */
export interface SourceCheck {
  /** The file to encode, and what it is: the source, or its streams on one clock. */
  file: string;
  source: Source;
  clock: Clock;
  /** Each audio stream of the file. */
  streams: DecodeRecord[];
  sounds: CheckedSound[];
  /** The end of the picture's last packet, in seconds of the clock. */
  pictureEnd: number;
  /** The largest picture where size or shape change, as displayed; null where they do not. */
  changing: Size | null;
  /** For the operator. */
  notes: string[];
}

interface CheckOptions extends Pick<RunOptions, 'signal' | 'seconds'> {
  folder: string;
  /** Joins the tracks that are the channels of one sound. */
  groupTracks: (tracks: readonly AudioTrack[]) => AudioTrack[];
}

/** Sound that ends so little after the picture is cut there. */
const OVERHANG_SECONDS = 0.25;

/** Decodes all sound and the key frames, and lists the packets of the picture. A clock that goes back is continued first. */
export async function checkSource(file: string, source: Source, options: CheckOptions): Promise<SourceCheck> {
  const first = await readTracks(file, source, options);
  const restarts = listRestarts(first);
  if (restarts.length === 0) return finish(first, options);
  const places = restarts.map((at) => `${at.toFixed(1)} s`).join(', ');
  const refusal = problem(
    `The clock of ${file} goes back behind ${places}: recordings were joined byte by byte, and ffmpeg cannot put them on one clock. Cut it there and join the parts: ffmpeg -f concat -i LIST -c copy NEW.mkv`,
    'damaged',
  );
  const joined = join(options.folder, 'joined.ts');
  await runFfmpeg(continuousClockArgs(file, joined), { signal: options.signal }).catch((error: unknown) => {
    throw options.signal?.aborted || String(error).includes('disk') ? error : refusal;
  });
  const second = await readTracks(joined, { ...probe(joined), texts: [], chapters: [] }, options);
  if (listRestarts(second).length > 0) throw refusal;
  const audio = second.source.audio.map((track, at) => ({ ...track, ...pickNames(source.audio[at]) }));
  const checked = { ...second, source: { ...second.source, audio } };
  const lost = source.texts.length + source.chapters.length;
  const notes = [
    `The clock goes back behind ${places}, as where recordings were joined byte by byte: the parts follow one another.`,
    ...(lost === 0
      ? []
      : [`Subtitles and chapters inside the file are left out: their times are not known behind ${places}.`]),
  ];
  const result = await finish(checked, options);
  return { ...result, notes: [...notes, ...result.notes] };
}

const pickNames = (track: AudioTrack | undefined) =>
  track ? { language: track.language, title: track.title, isDescription: track.isDescription } : {};

interface ReadTracks {
  file: string;
  source: Source;
  shift: number;
  picture: DecodeRecord;
  pictureEnd: number;
  streams: (DecodeRecord & { loudness: Loudness | null })[];
}

const listRestarts = ({ picture, streams }: ReadTracks): number[] =>
  picture.restarts.length > 0
    ? picture.restarts
    : (streams.find(({ restarts }) => restarts.length > 0)?.restarts ?? []);

async function readTracks(
  file: string,
  source: Source,
  { folder, signal, seconds }: CheckOptions,
): Promise<ReadTracks> {
  const shift = computeShift(source, chooseFrameRate(source.frameRate));
  const [packets, log] = [join(folder, 'packets'), join(folder, 'key-frames.log')];
  await runFfmpeg(packetListArgs(file, packets), { signal, log });
  const picture = await readDecodeLogs([{ file: log, from: 0 }]);
  const streams: ReadTracks['streams'] = [];
  for (const [stream] of source.audio.entries()) {
    const share = (done: number) => seconds?.((stream * source.seconds + done) / source.audio.length);
    const soundLog = join(folder, `sound-${stream}.log`);
    const input = { file, stream, shift };
    await runFfmpeg(soundCheckArgs(input, 2), { log: soundLog, signal, seconds: share });
    streams.push({ ...(await readDecodeLogs([{ file: soundLog, from: 0 }])), loudness: readLoudness(soundLog) });
  }
  return { file, source, shift, picture, streams, pictureEnd: (await readPacketsEnd(packets)) + shift };
}

async function finish(
  { file, source, shift, picture, pictureEnd, streams }: ReadTracks,
  options: CheckOptions,
): Promise<SourceCheck> {
  const soundEnd = Math.max(0, ...streams.map(({ to }) => to));
  const end = soundEnd > pictureEnd + OVERHANG_SECONDS ? soundEnd : pictureEnd;
  const rate = chooseFrameRate(source.frameRate);
  const changing = findLargestPicture(picture.formats);
  const notes = changing
    ? [
        `The picture changes: ${picture.formats.map(describeFormat).join('; then ')}. All of it is fitted into ${changing.width}×${changing.height}.`,
      ]
    : [];
  const sounds: CheckedSound[] = [];
  for (const track of options.groupTracks(source.audio)) {
    const formats = streams[track.streams[0] ?? 0]?.formats ?? [];
    const isSteady = track.streams.length === 1 && formats.length <= 1;
    if (track.streams.length > 1)
      notes.push(`Mono tracks ${track.streams.map((at) => at + 1).join(', ')} are the channels of one sound.`);
    else if (!isSteady)
      notes.push(`Sound ${(track.streams[0] ?? 0) + 1} changes: ${formats.map(describeFormat).join('; then ')}.`);
    sounds.push(
      isSteady
        ? await checkSteady(track, { file, shift, streams }, options)
        : await makeSteady(track, { file, shift, formats }, options),
    );
  }
  return {
    file,
    source,
    clock: { rate, shift, frames: countFrames(rate, [end]) },
    streams,
    sounds,
    pictureEnd,
    changing,
    notes,
  };
}

async function checkSteady(
  track: AudioTrack,
  { file, shift, streams }: Pick<ReadTracks, 'file' | 'shift' | 'streams'>,
  options: CheckOptions,
): Promise<CheckedSound> {
  const stream = track.streams[0] ?? 0;
  const input = { file, stream, shift };
  const loudness = streams[stream]?.loudness ?? null;
  return { ...track, input, loudness, surroundLoudness: await measureSurround(input, track.channels, options) };
}

/** A file with the sound in one format; its channels are the most that the track has anywhere. */
async function makeSteady(
  track: AudioTrack,
  { file, shift, formats }: { file: string; shift: number; formats: readonly string[] },
  options: CheckOptions,
): Promise<CheckedSound> {
  const counts = formats.map((format) => Number(/channels:(\d+)/.exec(format)?.[1] ?? 0));
  const channels = track.streams.length > 1 ? track.channels : Math.max(track.channels, ...counts);
  const target = join(options.folder, `steady-${track.streams.join('-')}.mka`);
  await runFfmpeg(steadySoundArgs(file, { streams: track.streams, channels }, shift, target), {
    signal: options.signal,
  });
  const input = { file: target, stream: 0, shift: 0 };
  const log = join(options.folder, 'steady.log');
  await runFfmpeg(soundCheckArgs(input, 2), { log, signal: options.signal });
  return {
    ...track,
    channels,
    input,
    loudness: readLoudness(log),
    surroundLoudness: await measureSurround(input, channels, options),
  };
}

async function measureSurround(
  input: SoundInput,
  channels: number,
  { folder, signal }: CheckOptions,
): Promise<Loudness | null> {
  if (channels < 6) return null;
  const log = join(folder, 'surround.log');
  await runFfmpeg(soundCheckArgs(input, 6), { log, signal });
  return readLoudness(log);
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
export function listDamage(check: SourceCheck, picture: DecodeRecord | null): string[] {
  const { source } = check;
  const { shift } = check.clock;
  const toDeclared = ({ end }: Track) => (end === null ? null : end + shift);
  const undecoded: DecodeRecord = { from: 0, to: check.pictureEnd, holes: [], errors: [], formats: [], restarts: [] };
  const tracks: CheckedTrack[] = [
    { name: 'picture', declared: toDeclared(source.video), ...(picture ?? undecoded) },
    ...check.streams.map((record, at): CheckedTrack => {
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
    'damaged',
  );
}

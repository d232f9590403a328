import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** The record of a decoded track, from the log of ffmpeg's `showinfo` or `ashowinfo`. Seconds of the film's clock. */
export interface DecodeRecord {
  /** Null where nothing was decoded. */
  from: number | null;
  to: number;
  /** Spans without a frame. */
  holes: [from: number, to: number][];
  /** The time of each error, that of the last frame before it. */
  errors: { at: number; message: string }[];
  /** Sizes and shapes of the picture, or channels and rates of the sound, in the order in which they come. */
  formats: string[];
  /** Where the clock goes back: the second recording of two that were joined byte by byte has a clock of its own. */
  restarts: number[];
}

const FRAME = /\[Parsed_a?showinfo_\d+ @ \w+\] \[info\] n:\s*\d+ .*?pts_time:(-?[\d.]+(?:e[+-]?\d+)?)(.*)$/;
const SAMPLES = /rate:(\d+) nb_samples:(\d+)/;
const FORMAT = /fmt:\S+ (?:sar:\S+ s:\S+|channels:\d+ chlayout:\S+(?: \S+)? rate:\d+)/;
const RESTART_SECONDS = 0.5;
/** Of the demuxer and the decoder: the muxer of nothing complains of overlaps, which are not damage. */
const ERROR = /^(?!\[null @).*\[(?:error|fatal)\] (.*)$/;
/** An off-air recording may end inside a frame. */
const TAIL_SECONDS = 0.5;
/** A noticeable hole in sound, and one in the picture; slides may keep a picture for long. */
const SOUND_HOLE_SECONDS = 0.3;
const PICTURE_HOLE_SECONDS = 1;
const REGULAR_SHARE = 0.9;

/**
 * Reads logs of one track in order. Each has frames from `from` on to be counted: a continued run decodes some seconds
 * before its own first frame, where a decoder that joins in complains of what it has not seen.
 */
export async function readDecodeLogs(logs: readonly { file: string; from: number }[]): Promise<DecodeRecord> {
  const reader = createDecodeReader();
  for (const { file, from } of logs) {
    reader.begin(from);
    for await (const line of createInterface({ input: createReadStream(file) })) reader.read(line);
  }
  return reader.end();
}

/** Takes a log's lines one at a time. */
function createDecodeReader() {
  const frames: { at: number; seconds: number | null }[] = [];
  const errors: DecodeRecord['errors'] = [];
  const formats = new Set<string>();
  const restarts: number[] = [];
  let from = 0;
  let last: number | null = null;
  return {
    begin: (start: number) => {
      from = start;
      last = null;
    },
    read: (line: string) => {
      const [, time, rest = ''] = FRAME.exec(line) ?? [];
      if (time !== undefined) {
        const at = Number(time);
        if (last !== null && at < last - RESTART_SECONDS) restarts.push(last);
        last = at;
        const format = FORMAT.exec(rest)?.[0];
        if (format !== undefined) formats.add(format);
        const [, rate, samples] = SAMPLES.exec(rest) ?? [];
        const seconds = rate === undefined ? null : Number(samples) / Number(rate);
        if (from === 0 || last >= from) frames.push({ at: last, seconds });
        return;
      }
      const [, message] = ERROR.exec(line) ?? [];
      // Before the first frame, a recording that begins between two key frames has errors and no loss.
      if (message !== undefined && last !== null && (from === 0 || last >= from)) errors.push({ at: last, message });
    },
    end: (): DecodeRecord => ({ ...toRecord(frames, errors), formats: [...formats], restarts }),
  };
}

function toRecord(
  frames: readonly { at: number; seconds: number | null }[],
  errors: DecodeRecord['errors'],
): Omit<DecodeRecord, 'formats' | 'restarts'> {
  const [first] = frames;
  if (!first) return { from: null, to: 0, holes: [], errors };
  const isSound = first.seconds !== null;
  const sorted = frames.toSorted((a, b) => a.at - b.at);
  const steps = sorted.slice(1).map(({ at }, index) => at - (sorted[index]?.at ?? at));
  const typical = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  const isRegular =
    steps.filter((step) => Math.abs(step - typical) <= typical / 2).length >= steps.length * REGULAR_SHARE;
  const limit = isSound ? SOUND_HOLE_SECONDS : isRegular ? Math.max(PICTURE_HOLE_SECONDS, 3 * typical) : Infinity;
  const holes: DecodeRecord['holes'] = [];
  let to = sorted[0]?.at ?? 0;
  for (const { at, seconds } of sorted) {
    if (at - to > limit) holes.push([to, at]);
    to = Math.max(to, at + (seconds ?? typical));
  }
  return { from: sorted[0]?.at ?? 0, to, holes, errors: errors.filter(({ at }) => at < to - TAIL_SECONDS) };
}

import { joinLines, listLines, parseMediaPlaylist, readSequence } from '../playlist/playlist.ts';
import { hasRestarted, listSegments, type ListedSegment } from '../engine/timeline.ts';

/** An encoder's run, by what is added to its numbers of segments and of discontinuities. */
interface Run {
  sequence: number;
  discontinuity: number;
}

interface PlaylistState {
  run: number;
  segments: readonly ListedSegment[];
  text: string;
}

const DISCONTINUITY = '#EXT-X-DISCONTINUITY';
const SEQUENCE_TAG = '#EXT-X-MEDIA-SEQUENCE:';
const DISCONTINUITY_TAG = '#EXT-X-DISCONTINUITY-SEQUENCE:';
const NUMBER_TAG = /^#EXT-X-(?:MEDIA|DISCONTINUITY)-SEQUENCE:/;

/** Writes what RFC 8216 asks of an encoder that begins again (4.3.2.3, 6.2.2), and many leave out. */
export class PlaylistMender {
  readonly #runs: Run[] = [{ sequence: 0, discontinuity: 0 }];
  readonly #seen = new Map<string, PlaylistState>();
  readonly #breaks = new Set<number>();
  #lastSequence = -1;
  #lastDiscontinuity = 0;

  /** From the segment of this number on, as mended, the media has another clock. */
  addBreak(sequence: number): void {
    this.#breaks.add(sequence);
  }

  mend(address: string, text: string): string {
    const playlist = parseMediaPlaylist(text);
    if (!playlist || playlist.tail.includes('#EXT-X-ENDLIST')) return text;
    const name = removeDirectives(address);
    const seen = this.#seen.get(name);
    if (playlist.segments.length === 0) return seen?.text ?? text;
    const read = (tag: string) => readNumber(text, tag);
    const [first, skipped] = [read(SEQUENCE_TAG), read('#EXT-X-SKIP:SKIPPED-SEGMENTS=')];
    const segments = listSegments(playlist, first + skipped, (uri) => URL.parse(uri, address)?.href ?? uri);
    const run = this.#findRun(seen, segments, read(DISCONTINUITY_TAG));
    const { sequence, discontinuity } = this.#runs[run] ?? { sequence: 0, discontinuity: 0 };
    const removed = [...this.#breaks].filter((at) => at < first + sequence).length;
    const mended = {
      ...playlist,
      segments: playlist.segments.map((segment, at) => {
        const isBroken = this.#breaks.has(first + skipped + at + sequence) && !segment.discontinuity;
        return isBroken ? { ...segment, discontinuity: true, lines: [DISCONTINUITY, ...segment.lines] } : segment;
      }),
    };
    const firstDiscontinuity = read(DISCONTINUITY_TAG) + discontinuity + removed;
    const [, ...rest] = listLines(mended).filter((line) => !NUMBER_TAG.test(line));
    const numbers = [SEQUENCE_TAG + String(first + sequence), DISCONTINUITY_TAG + String(firstDiscontinuity)];
    const written = joinLines(['#EXTM3U', ...numbers, ...rest]);
    const count = mended.segments.filter((segment) => segment.discontinuity).length;
    this.#lastSequence = Math.max(this.#lastSequence, (segments.at(-1)?.sequence ?? 0) + sequence);
    this.#lastDiscontinuity = Math.max(this.#lastDiscontinuity, firstDiscontinuity + count);
    this.#seen.set(name, { run, segments, text: written });
    return written;
  }

  /** Renditions of one run share what is added. */
  #findRun(seen: PlaylistState | undefined, segments: readonly ListedSegment[], discontinuity: number): number {
    if (!seen) return this.#runs.length - 1;
    if (!hasRestarted(segments, seen.segments)) return seen.run;
    const run = seen.run + 1;
    this.#runs[run] ??= {
      sequence: this.#lastSequence + 1 - (segments[0]?.sequence ?? 0),
      discontinuity: this.#lastDiscontinuity + 1 - discontinuity,
    };
    return run;
  }
}

function readNumber(text: string, tag: string): number {
  return readSequence(RegExp(`^${tag}(\\d{1,20})`, 'm').exec(text)?.[1] ?? '0');
}

/** A delta update has the numbers of its playlist (RFC 8216bis, 6.2.5.1). */
function removeDirectives(address: string): string {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) if (name.startsWith('_HLS_')) url.searchParams.delete(name);
  return url.href;
}

import { parseMediaPlaylist } from '../playlist/playlist.ts';
import { addRewind } from '../playlist/rewind.ts';
import { requestFile } from './request.ts';
import { joinPlaylists, placePlaylist, type Anchor, type TimedPlaylist, type TimedSegment } from './timeline.ts';

export interface TimedCue {
  from: number;
  to: number;
  text: string;
}

/** The cues of a segment of WebVTT, times as they are written, in seconds. */
export type ReadCues = (text: string) => readonly { from: number; to: number; lines: readonly string[] }[];

export interface SubtitleHost {
  getPosition: () => number | null;
  getAnchor: () => Anchor | null;
  /** Seconds to add to the media's times; null before a picture of that discontinuity. */
  getOffset: (discontinuity: number) => number | null;
  toFresh: (url: string) => string;
  onCues: (cues: readonly TimedCue[]) => void;
}

const LOOK_MS = 500;
const AHEAD = 20;
const MPEG_CLOCK = 90_000;

/** Loads segments of WebVTT near the viewer's position (RFC 8216, 3.5). A failure leaves the film without them. */
export class SubtitleLoader {
  readonly #url: string;
  readonly #host: SubtitleHost;
  readonly #readCues: ReadCues;
  readonly #closing = new AbortController();
  readonly #loaded = new Set<number>();
  #playlist: TimedPlaylist | null = null;
  #loadedAt = -Infinity;
  #isBusy = false;

  constructor(url: string, host: SubtitleHost, readCues: ReadCues) {
    this.#url = url;
    this.#host = host;
    this.#readCues = readCues;
    const timer = setInterval(() => void this.#look(), LOOK_MS);
    this.#closing.signal.addEventListener('abort', () => clearInterval(timer));
    void this.#look();
  }

  close(): void {
    this.#closing.abort();
  }

  async #look(): Promise<void> {
    const position = this.#host.getPosition();
    if (this.#isBusy || position === null || this.#host.getAnchor() === null) return;
    this.#isBusy = true;
    try {
      const { segments } = await this.#getPlaylist(position);
      for (const segment of segments) {
        const isNear = segment.end > position && segment.start < position + AHEAD;
        if (isNear && !this.#loaded.has(segment.sequence)) await this.#load(segment);
      }
    } catch {
      // The next look tries it once more.
    }
    this.#isBusy = false;
  }

  async #getPlaylist(position: number): Promise<TimedPlaylist> {
    const previous = this.#playlist;
    const isEarlier = previous !== null && position < (previous.segments[0]?.start ?? 0) - 1;
    const wantsEarlier = isEarlier && position >= previous.windowStart;
    const isOld = performance.now() - this.#loadedAt > (previous?.target ?? 0) * 1000;
    if (previous && !wantsEarlier && (previous.isEnded || !isOld)) return previous;
    const parsed = parseMediaPlaylist(await this.#request(wantsEarlier ? addRewind(this.#url) : this.#url));
    if (!parsed) throw new TypeError('no playlist');
    const placed = placePlaylist(parsed, this.#url, previous, this.#host.getAnchor());
    this.#playlist = joinPlaylists(previous, placed);
    this.#loadedAt = performance.now();
    return this.#playlist;
  }

  async #load(segment: TimedSegment): Promise<void> {
    const offset = this.#host.getOffset(segment.discontinuity);
    if (offset === null) return;
    const text = await this.#request(segment.url);
    if (this.#closing.signal.aborted) return;
    const shift = offset + readClockShift(text);
    const cues = this.#readCues(text);
    this.#host.onCues(
      cues.map(({ from, to, lines }) => ({ from: from + shift, to: to + shift, text: lines.join('\n') })),
    );
    this.#loaded.add(segment.sequence);
  }

  async #request(url: string): Promise<string> {
    const { toFresh } = this.#host;
    const { bytes } = await requestFile(url, { signal: this.#closing.signal, toFresh, onTrouble: () => undefined });
    return new TextDecoder().decode(bytes);
  }
}

/** Seconds from the times of cues to those of the media, by X-TIMESTAMP-MAP. */
function readClockShift(text: string): number {
  const map = /^X-TIMESTAMP-MAP=(.*)$/m.exec(text)?.[1] ?? '';
  const ticks = Number(/MPEGTS:(\d+)/.exec(map)?.[1] ?? 0);
  const [, hours = 0, minutes = 0, seconds = 0] = /LOCAL:(?:(\d+):)?(\d+):([\d.]+)/.exec(map) ?? [];
  return ticks / MPEG_CLOCK - (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}

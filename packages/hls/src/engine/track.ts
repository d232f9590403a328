import { parseMediaPlaylist } from '../playlist/playlist.ts';
import type { AppendBuffer } from './append-buffer.ts';
import { createKeyRing, isProtected, type FindKey } from './decrypt.ts';
import { MediaFailure, type FailureCause } from './failure.ts';
import type { OpenKeys } from './key-gate.ts';
import { isWhole, readDecodeTime, readTimescale } from './mp4.ts';
import { requestFile, type RequestOptions } from './request.ts';
import { addRewind } from '../playlist/rewind.ts';
import {
  findSegment,
  joinPlaylists,
  MAX_END_DIFFERENCE_SECONDS,
  placePlaylist,
  type Anchor,
  type TimedPlaylist,
  type TimedSegment,
} from './timeline.ts';

export interface Choice {
  url: string;
  mime: string;
}

export interface TrackHost {
  /** Seconds on the time line: where the viewer is, or has jumped to; null before the first playlist. */
  getPosition: () => number | null;
  choose: (track: Track) => Choice;
  mayLoad: (track: Track, cursor: number) => boolean;
  getAnchor: () => Anchor | null;
  onPlaylist: (track: Track, playlist: TimedPlaylist) => void;
  /** Seconds to add to the times of the media; null while the other track has yet to say. */
  getOffset: (track: Track, segment: TimedSegment, decodeTime: number) => number | null;
  onSegment: (track: Track, segment: TimedSegment, choice: Choice, bytes: number, seconds: number | null) => void;
  isTooSlow: (track: Track, elapsed: number, loaded: number, total: number | null) => boolean;
  /** True if the stream has another rendition in place of this one. */
  onMissing: (track: Track, choice: Choice, failure: MediaFailure) => boolean;
  onFull: (ahead: number) => void;
  findKey: FindKey;
  openKeys: OpenKeys;
  onEnd: () => void;
  onFail: (failure: MediaFailure) => void;
  onTrouble: (cause: FailureCause | null) => void;
  toFresh: (url: string) => string;
}

const IDLE_MS = 250;
/** Seconds behind the viewer: what is kept, and what begins a removal. */
const MIN_BEHIND_SECONDS = 30;
const MAX_BEHIND_SECONDS = 60;
/** Seconds by which the end of a buffered range and that of its segment differ. */
const SEAM = 0.3;
const MIN_GAP_SECONDS = 0.005;
/** Target durations without a new segment after which a channel's source is late. */
export const MAX_UNCHANGED = 3;
const SLOW = 'slow';
const CUT = 'cut';
const MARKUP = '<'.charCodeAt(0);

export class Track {
  readonly #host: TrackHost;
  readonly buffer: AppendBuffer;
  readonly #playlists = new Map<string, TimedPlaylist>();
  readonly #loadedAt = new Map<string, number>();
  readonly #inits = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  readonly #closing = new AbortController();
  readonly #keyRing = createKeyRing(
    () => ({ ...this.#options(), signal: this.#closing.signal }),
    (url) => this.#host.findKey(url),
  );
  #flight = new AbortController();
  #wake: () => void = () => undefined;
  #appendedInit = '';
  #appended: Choice | null = null;
  #timescale = 1;
  /** Seconds on the time line up to which all is appended; null to begin at the viewer's position. */
  #cursor: number | null = null;
  #isReplacing = false;
  #grownAt = performance.now();
  isDone = false;

  constructor(host: TrackHost, buffer: AppendBuffer) {
    this.#host = host;
    this.buffer = buffer;
  }

  get cursor(): number | null {
    return this.#cursor;
  }

  start(): void {
    void this.#run();
  }

  close(): void {
    this.#closing.abort();
    this.#flight.abort(CUT);
    this.#wake();
  }

  wake(): void {
    this.#wake();
  }

  seek(position: number): boolean {
    const range = this.buffer.findRange(position);
    const isCovered = range && this.#cursor !== null && this.#cursor > position && this.#cursor <= range[1] + SEAM;
    if (!isCovered) this.#restart();
    this.#wake();
    return Boolean(range);
  }

  replaceFrom(position: number): void {
    this.#restart();
    this.#cursor = position;
    this.#isReplacing = true;
    this.#wake();
  }

  #restart(): void {
    this.#cursor = null;
    this.isDone = false;
    this.#flight.abort(CUT);
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#flight = new AbortController();
      const hasLoaded = await this.#step().catch((error: unknown) => this.#onError(error));
      if (!hasLoaded) await this.#idle();
    }
  }

  #idle(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, IDLE_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #onError(error: unknown): boolean {
    if (this.#closing.signal.aborted || this.#flight.signal.aborted) return true;
    this.#host.onFail(error instanceof MediaFailure ? error : new MediaFailure('decode', String(error)));
    this.#closing.abort();
    return false;
  }

  async #step(): Promise<boolean> {
    const choice = this.#host.choose(this);
    const { signal } = this.#flight;
    const playlist = await this.#getPlaylist(choice).catch((error: unknown) => this.#replace(choice, error));
    const position = this.#host.getPosition();
    if (!playlist || position === null) return playlist === null;
    signal.throwIfAborted();
    const cursor = (this.#cursor ??= this.#findCursor(playlist, position));
    const isListed = cursor >= (playlist.segments[0]?.start ?? 0) - SEAM;
    const hasEarlier = !isListed && (playlist.segments[0]?.start ?? 0) > playlist.windowStart + SEAM;
    const segment = findSegment(
      hasEarlier ? await this.#requestPlaylist(addRewind(choice.url), choice) : playlist,
      cursor,
    );
    signal.throwIfAborted();
    if (!segment) {
      if (playlist.isEnded && !this.isDone) {
        this.isDone = true;
        this.#host.onEnd();
      }
      return false;
    }
    if (!this.#host.mayLoad(this, segment.start)) return false;
    const seamless = await this.#avoidGap(segment, choice);
    signal.throwIfAborted();
    return this.#load(...seamless, position);
  }

  /** Chromium leaves out a gap in sound, so that all after it is early: the codec changes where the segments meet. */
  async #avoidGap(segment: TimedSegment, choice: Choice): Promise<[TimedSegment, Choice]> {
    const before = this.#appended;
    const end = this.buffer.findRange(segment.start - MAX_END_DIFFERENCE_SECONDS)?.[1] ?? segment.start;
    if (!before || before.mime === choice.mime || segment.start - end < MIN_GAP_SECONDS) return [segment, choice];
    const next = findSegment(await this.#getPlaylist(before), end);
    return next ? [next, before] : [segment, choice];
  }

  #findCursor(playlist: TimedPlaylist, position: number): number {
    const range = this.buffer.findRange(position);
    const end = range ? range[1] : position;
    const last = range && playlist.segments.find((segment) => Math.abs(segment.end - end) < SEAM);
    if (last) return last.end;
    const final = playlist.segments.at(-1);
    // A jump to the very end shows the last picture.
    return final && playlist.isEnded && !range && end >= final.end ? final.start : end;
  }

  /** Another rendition in place of one that cannot be loaded: null. */
  #replace(choice: Choice, error: unknown): null {
    if (error instanceof MediaFailure && this.#host.onMissing(this, choice, error)) return null;
    throw error;
  }

  async #getPlaylist({ url }: Choice): Promise<TimedPlaylist> {
    const previous = this.#playlists.get(url) ?? null;
    const age = performance.now() - (this.#loadedAt.get(url) ?? -Infinity);
    if (previous && (previous.isEnded || age < previous.target * 1000)) return previous;
    return this.#requestPlaylist(url, { url });
  }

  async #requestPlaylist(address: string, { url }: Pick<Choice, 'url'>): Promise<TimedPlaylist> {
    const previous = this.#playlists.get(url) ?? null;
    const onTrouble = (cause: FailureCause | null) => cause && this.#host.onTrouble(cause);
    const { bytes } = await requestFile(address, { ...this.#options(), onTrouble });
    const parsed = parseMediaPlaylist(new TextDecoder().decode(bytes));
    if (!parsed) throw new MediaFailure('server', 'no playlist');
    const placed = placePlaylist(parsed, url, previous, this.#host.getAnchor());
    if (previous && placed.restarts !== previous.restarts) this.#forgetInits();
    const playlist = placed.keepsBeginning ? placed : joinPlaylists(previous, placed);
    if (playlist.segments[0]?.map === null) throw new MediaFailure('container', url);
    const hasGrown = previous?.segments.at(-1)?.sequence !== playlist.segments.at(-1)?.sequence;
    // RFC 8216, 6.3.4: an unchanged playlist is requested again after half a target duration.
    this.#loadedAt.set(url, performance.now() - (hasGrown ? 0 : playlist.target * 500));
    const now = performance.now();
    if (hasGrown || playlist.keepsBeginning) this.#grownAt = now;
    this.#host.onTrouble(now - this.#grownAt > playlist.target * 1000 * MAX_UNCHANGED ? 'server' : null);
    this.#playlists.set(url, playlist);
    this.#host.onPlaylist(this, playlist);
    return playlist;
  }

  /** An encoder that begins again may write another initialisation to the same address. */
  #forgetInits(): void {
    this.#inits.clear();
    this.#appendedInit = '';
  }

  async #load(segment: TimedSegment, choice: Choice, position: number): Promise<boolean> {
    const { signal } = this.#flight;
    const onProgress = (elapsed: number, loaded: number, total: number | null) => {
      if (this.#host.isTooSlow(this, elapsed, loaded, total)) this.#flight.abort(SLOW);
    };
    const options = { ...this.#options(), range: segment.range, onProgress };
    try {
      const needsSystem = isProtected(segment.keys);
      const isPlain = segment.keys.length === 0 || needsSystem;
      const decrypt = this.#keyRing(segment);
      const [init, { bytes, seconds }] = await Promise.all([
        this.#getInit(segment),
        requestFile(segment.url, { ...options, ...(isPlain && { check: refusePart }) }),
        needsSystem && this.#host.openKeys(segment.keys, () => this.#getInit(segment)),
      ]);
      const media = await decrypt(bytes);
      if (!isPlain) refusePart(media);
      signal.throwIfAborted();
      await this.#append(segment, choice, init, media, position);
      this.#host.onSegment(this, segment, choice, bytes.byteLength, seconds);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'QuotaExceededError') return this.#makeRoom(position);
      if (!(error instanceof MediaFailure) || signal.aborted) throw error;
      const isGone = error.reason === 'missing' && this.#playlists.get(choice.url)?.isEnded === false;
      if (isGone) this.#cursor = segment.end;
      else this.#replace(choice, error);
    }
    return true;
  }

  async #append(
    segment: TimedSegment,
    choice: Choice,
    init: Uint8Array<ArrayBuffer>,
    media: Uint8Array<ArrayBuffer>,
    position: number,
  ): Promise<void> {
    const { signal } = this.#flight;
    const { mime } = choice;
    const name = `${segment.map?.url ?? ''} ${segment.map?.range ?? ''}`;
    const isNew = name !== this.#appendedInit;
    if (isNew) this.#timescale = readTimescale(init) ?? 1;
    const decodeTime = (readDecodeTime(media) ?? 0) / this.#timescale;
    let offset = this.#host.getOffset(this, segment, decodeTime);
    while (offset === null) {
      await this.#idle();
      signal.throwIfAborted();
      offset = this.#host.getOffset(this, segment, decodeTime);
    }
    const [first] = this.buffer.listRanges();
    if (first && first[0] < position - MAX_BEHIND_SECONDS) await this.buffer.remove(0, position - MIN_BEHIND_SECONDS);
    if (isNew || offset !== this.buffer.offset) await this.buffer.append(init, mime, offset);
    this.#appendedInit = name;
    await this.buffer.append(media, mime, offset);
    this.#appended = choice;
    signal.throwIfAborted();
    this.#cursor = segment.end;
    if (!this.#isReplacing) return;
    this.#isReplacing = false;
    const hasMore = this.buffer.listRanges().some(([, end]) => end > segment.end + SEAM);
    if (hasMore) await this.buffer.remove(segment.end, Infinity);
  }

  async #makeRoom(position: number): Promise<boolean> {
    const [first] = this.buffer.listRanges();
    const end = position - 2;
    if (first && first[0] < end) await this.buffer.remove(0, end);
    else this.#host.onFull((this.#cursor ?? position) - position);
    return false;
  }

  #getInit(segment: TimedSegment): Promise<Uint8Array<ArrayBuffer>> {
    const { map } = segment;
    if (!map) return Promise.reject(new MediaFailure('container', segment.url));
    const name = `${map.url} ${map.range ?? ''}`;
    const stored = this.#inits.get(name);
    if (stored) return stored;
    const load = async () => {
      const options = { ...this.#options(), signal: this.#closing.signal };
      const decrypt = this.#keyRing({ ...map, sequence: segment.sequence });
      const { bytes } = await requestFile(map.url, { ...options, range: map.range });
      return decrypt(bytes);
    };
    const init = load();
    this.#inits.set(name, init);
    init.catch(() => this.#inits.delete(name));
    return init;
  }

  #options(): RequestOptions {
    return {
      signal: this.#flight.signal,
      toFresh: (url) => this.#host.toFresh(url),
      onTrouble: (cause) => this.#host.onTrouble(cause),
    };
  }
}

function refusePart(bytes: Uint8Array): void {
  if (bytes[0] === MARKUP) throw new MediaFailure('server', 'markup');
  if (!isWhole(bytes)) throw new MediaFailure('network', 'truncated');
}

import { parseMasterPlaylist } from '../playlist/playlist.ts';
import { AppendBuffer } from './append-buffer.ts';
import { chooseAfterSeek, chooseRendition, findCap, isTooSlow } from './choose-rendition.ts';
import type { FindKey } from './decrypt.ts';
import { MediaFailure, type FailureCause } from './failure.ts';
import { jumpGap, STEP } from './jump-gap.ts';
import { createKeyGate, type OpenKeys, type OpenKeySessions } from './key-gate.ts';
import { chooseLadder, readLadders } from './ladder.ts';
import type { PictureRendition, SoundTrack, StreamLadder, SubtitleTrack } from './ladder.ts';
import { attachMediaSource, isSmooth, isTypeSupported } from './media-source.ts';
import { MediaClock } from './media-clock.ts';
import { requestFile } from './request.ts';
import type { ReadCues, SubtitleHost } from './subtitle-loader.ts';
import { SubtitleSwitch } from './subtitle-switch.ts';
import { createThroughput } from './throughput.ts';
import { findFallback, findFirstPosition, findLivePosition } from './timeline.ts';
import type { Anchor, TimedPlaylist, TimedSegment } from './timeline.ts';
import { Track, type Choice, type TrackHost } from './track.ts';

export interface StreamOptions {
  video: HTMLVideoElement;
  url: string;
  /** Seconds; null for the beginning, or the live edge. */
  startAt: number | null;
  startClock?: number | null; // Of a channel: where it was before, milliseconds of the epoch
  /** Index of the first rendition, by ascending bandwidth. */
  chooseStart: (renditions: readonly PictureRendition[]) => number;
  /** Pixels of the height to hold; null for automatic. */
  held: number | null;
  /** Bits per second; null for unknown. */
  estimate: number | null;
  /** Pixels of height that the player shows. */
  getHeight: () => number;
  toFresh: (url: string) => string;
  /** Null where no licences are given: such a film fails. */
  openKeySessions: OpenKeySessions | null;
  findKey: FindKey;
  /** Loads what reads WebVTT; called when subtitles of the playlist are first shown. */
  loadCueReader: () => Promise<ReadCues>;
  onChange: () => void;
  onTrouble: (cause: FailureCause | null) => void;
  onFail: (failure: MediaFailure) => void;
}

/** Maximum forward buffer, seconds. Viewers pay for unwatched data. */
const MAX_AHEAD_SECONDS = 90;
const MIN_AHEAD_SECONDS = 8;
/** Seconds by which sound and picture may be loaded ahead of each other. */
const MAX_APART_SECONDS = 12;
/** Target durations behind the live edge. */
const BEHIND = 3;
const TICK_MS = 250;

/** CMAF HLS over Media Source Extensions: films, growing programmes and channels. */
export class Stream implements TrackHost {
  readonly #options: StreamOptions;
  readonly openKeys: OpenKeys;
  readonly findKey: FindKey;
  readonly #closing = new AbortController();
  readonly #throughput;
  readonly #detach: () => void;
  readonly #source: MediaSource;
  readonly #opened: Promise<void>;
  readonly #clock = new MediaClock();
  readonly #shownSubtitles;
  readonly #rejected = new Set<string>();
  readonly #played: { start: number; end: number; url: string }[] = [];
  #ladder: StreamLadder | null = null;
  #current = 0;
  #held: number | null;
  #sound: SoundTrack | null = null;
  #pictureTrack: Track | null = null;
  #soundTrack: Track | null = null;
  #playlist: TimedPlaylist | null = null;
  #anchor: Anchor | null = null;
  #start: number | null = null;
  #hasStarted = false;
  #isHurried = false;
  #mostAhead = MAX_AHEAD_SECONDS;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#held = options.held;
    this.findKey = options.findKey;
    this.#shownSubtitles = new SubtitleSwitch(options.loadCueReader);
    this.#throughput = createThroughput(options.estimate);
    const { video, url } = options;
    const { source, opened, detach } = attachMediaSource(video, url);
    this.#source = source;
    this.#opened = opened;
    this.#detach = detach;
    const { signal } = this.#closing;
    this.openKeys = createKeyGate(options, signal, () => this.#ladder?.renditions[0]);
    video.addEventListener('seeking', () => this.#onSeeking(), { signal });
    video.addEventListener('loadedmetadata', () => this.#onMetadata(), { signal });
    source.addEventListener('startstreaming', () => this.#wake(), { signal });
    const timer = setInterval(() => this.#tick(), TICK_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
    this.#open().catch((error: unknown) => {
      if (signal.aborted) return;
      options.onFail(error instanceof MediaFailure ? error : new MediaFailure('decode', String(error)));
    });
  }

  get renditions(): readonly PictureRendition[] {
    return this.#ladder?.renditions ?? [];
  }

  get sounds(): readonly SoundTrack[] {
    const sounds = this.#ladder?.sounds ?? [];
    return sounds.filter(({ name }, at) => sounds.findIndex((other) => other.name === name) === at);
  }

  get sound(): string | null {
    return this.#sound?.name ?? null;
  }

  get isLive(): boolean {
    return this.#playlist !== null && !this.#playlist.keepsBeginning;
  }

  /** Seconds; null for a stream with an end. */
  get livePosition(): number | null {
    return this.isLive && this.#playlist ? findLivePosition(this.#playlist, BEHIND) : null;
  }

  get windowStart(): number | null {
    return this.isLive ? (this.#playlist?.windowStart ?? null) : null;
  }

  get clockOffset(): number | null {
    const last = this.#playlist?.segments.at(-1);
    return !this.isLive || !last || last.programTime === null ? null : last.programTime - last.start * 1000;
  }

  get subtitles(): readonly SubtitleTrack[] {
    return this.#ladder?.subtitles ?? [];
  }

  /** Bits per second. */
  get estimate(): number | null {
    return this.#throughput.estimate();
  }

  get shown(): PictureRendition | null {
    const at = this.#options.video.currentTime;
    const played = this.#played.findLast(({ start, end }) => at >= start && at < end);
    return this.renditions.find(({ url }) => url === played?.url) ?? null;
  }

  /** Loads the height from the next segment on; null for automatic. */
  hold(height: number | null): void {
    if (this.#held === height) return;
    this.#held = height;
    const before = this.#current;
    this.#chooseCurrent(0);
    const position = this.getPosition();
    if (height === null || before === this.#current || position === null) return;
    const next = this.#playlist?.segments.find(({ start }) => start > position + 1);
    if (next) this.#pictureTrack?.replaceFrom(next.start);
    else this.#wake();
  }

  /** Plays on while the other track is loaded over the present one. */
  chooseSound(name: string): void {
    const sound = this.sounds.find((track) => track.name === name);
    const position = this.getPosition();
    if (!sound || sound.name === this.#sound?.name) return;
    this.#sound = sound;
    if (position !== null) this.#soundTrack?.replaceFrom(position);
    this.#options.onChange();
  }

  showSubtitles(language: string | null, onCues: SubtitleHost['onCues']): Promise<void> {
    const track = this.subtitles.find((subtitles) => subtitles.language === language);
    return this.#shownSubtitles.show(track?.url ?? null, {
      getPosition: () => this.getPosition(),
      getAnchor: () => this.#anchor,
      getOffset: (discontinuity) => this.#clock.findOffset(discontinuity),
      toFresh: (url) => this.toFresh(url),
      onCues,
    });
  }

  close(): void {
    this.#closing.abort();
    this.#shownSubtitles.close();
    this.#pictureTrack?.close();
    this.#soundTrack?.close();
    this.#detach();
  }

  async #open(): Promise<void> {
    const { url, toFresh, onTrouble, chooseStart } = this.#options;
    const { signal } = this.#closing;
    const { bytes } = await requestFile(url, { signal, toFresh, onTrouble });
    const text = new TextDecoder().decode(bytes);
    const master = parseMasterPlaylist(text);
    // A playlist without a master names no codecs.
    if (!master) throw new MediaFailure(text.trimStart().startsWith('#EXTM3U') ? 'container' : 'server', url);
    const ladder = await chooseLadder(readLadders(master, new URL(url, location.href).href), {
      isTypeSupported,
      isSmooth: ({ mime, width, height, bandwidth, frameRate }) => isSmooth(mime, width, height, bandwidth, frameRate),
    });
    if (!ladder) throw new MediaFailure('unsupported', 'codecs');
    await this.#opened;
    if (signal.aborted) return;
    this.#ladder = ladder;
    this.#current = Math.min(chooseStart(ladder.renditions), ladder.renditions.length - 1);
    if (this.#held !== null) this.#chooseCurrent(0);
    const first = ladder.renditions[this.#current];
    if (!first) throw new MediaFailure('unsupported', 'renditions');
    const inGroup = ladder.sounds.filter(({ group }) => group === first.audioGroup);
    this.#sound = inGroup.find(({ isDefault }) => isDefault) ?? inGroup[0] ?? null;
    this.#pictureTrack = new Track(this, new AppendBuffer(this.#source, first.mime));
    if (first.audioMime !== null) this.#soundTrack = new Track(this, new AppendBuffer(this.#source, first.audioMime));
    this.#pictureTrack.start();
    this.#soundTrack?.start();
    this.#options.onChange();
  }

  getPosition(): number | null {
    return this.#hasStarted ? this.#options.video.currentTime : this.#start;
  }

  choose(track: Track): Choice {
    const rendition = this.#ladder?.renditions[this.#current];
    if (!rendition) throw new MediaFailure('unsupported', 'renditions');
    if (track !== this.#soundTrack) {
      const position = this.getPosition();
      if (position !== null && !this.#isHurried) this.#chooseCurrent((track.cursor ?? position) - position);
      const { url, mime } = this.#ladder?.renditions[this.#current] ?? rendition;
      return { url, mime };
    }
    const sounds = this.#ladder?.sounds ?? [];
    const same = sounds.find(({ group, name }) => group === rendition.audioGroup && name === this.#sound?.name);
    return { url: (same ?? this.#sound)?.url ?? rendition.url, mime: rendition.audioMime ?? rendition.mime };
  }

  #chooseCurrent(ahead: number): void {
    const { renditions } = this;
    const allowed = renditions.flatMap((rendition, at) => (this.#rejected.has(rendition.url) ? [] : [at]));
    const heights = allowed.map((at) => renditions[at]?.height ?? 0);
    const toAllowed = Math.max(
      0,
      allowed.findLastIndex((at) => at <= this.#current),
    );
    const maxHeight = this.#held;
    let chosen: number;
    if (maxHeight !== null) chosen = Math.max(0, heights.filter((height) => height <= maxHeight).length - 1);
    else {
      const bandwidths = allowed.map((at) => renditions[at]?.bandwidth ?? 0);
      const cap = findCap(heights, this.#options.getHeight());
      chosen = chooseRendition({ bandwidths, cap }, toAllowed, this.estimate, ahead);
    }
    const next = allowed[chosen] ?? this.#current;
    if (next === this.#current) return;
    this.#current = next;
    this.#options.onChange();
  }

  mayLoad(track: Track, cursor: number): boolean {
    const position = this.getPosition() ?? 0;
    // The first picture needs both tracks; a second segment of one would delay the first of the other.
    if (!this.#hasStarted && track.buffer.listRanges().length > 0) return false;
    if ('streaming' in this.#source && this.#source.streaming === false) return false;
    if (cursor - position >= this.#mostAhead) return false;
    const other = track === this.#pictureTrack ? this.#soundTrack : this.#pictureTrack;
    if (!other || other.isDone || other.cursor === null) return true;
    return cursor - other.cursor < MAX_APART_SECONDS;
  }

  getAnchor(): Anchor | null {
    return this.#anchor;
  }

  onPlaylist(track: Track, playlist: TimedPlaylist): void {
    const [first] = playlist.segments;
    const { restarts } = playlist;
    if (first && (!this.#anchor || restarts > this.#anchor.restarts))
      this.#anchor = { sequence: first.sequence, start: first.start, programTime: first.programTime, restarts };
    if (track !== this.#soundTrack) this.#playlist = playlist;
    this.#start ??= findFirstPosition(playlist, this.#options, BEHIND);
    this.#setDuration(playlist);
    this.#options.onChange();
  }

  #setDuration(playlist: TimedPlaylist): void {
    const source = this.#source;
    const [start, end] = [playlist.windowStart, playlist.segments.at(-1)?.end ?? 0];
    if (source.readyState !== 'open') return;
    if (!playlist.keepsBeginning) {
      if (source.duration !== Infinity && !this.#isBusy()) source.duration = Infinity;
      source.setLiveSeekableRange(start, end);
      // The other playlist may be a fraction longer.
    } else if (!this.#isBusy() && !(source.duration >= end)) source.duration = end;
  }

  #isBusy(): boolean {
    return [this.#pictureTrack, this.#soundTrack].some((track) => track?.buffer.isBusy);
  }

  getOffset(track: Track, segment: TimedSegment, decodeTime: number): number | null {
    if (track !== this.#pictureTrack) {
      const isPicturePast = (this.#pictureTrack?.cursor ?? 0) >= segment.end;
      return this.#clock.placeSound(segment, decodeTime, isPicturePast);
    }
    const offset = this.#clock.placePicture(segment, decodeTime);
    this.#soundTrack?.wake();
    return offset;
  }

  onSegment(track: Track, segment: TimedSegment, { url }: Choice, bytes: number, seconds: number | null): void {
    if (seconds !== null) this.#throughput.addSample(bytes, seconds);
    if (track === this.#soundTrack) return;
    this.#isHurried = false;
    const { start, end } = segment;
    this.#played.push({ start, end, url });
    if (this.#played.length > 500) this.#played.shift();
    this.#options.onChange();
  }

  isTooSlow(track: Track, elapsed: number, loaded: number, total: number | null): boolean {
    const position = this.getPosition();
    if (track !== this.#pictureTrack || position === null || this.#held !== null || this.#current === 0) return false;
    if (!isTooSlow(elapsed, loaded, total, (track.cursor ?? position) - position)) return false;
    this.#throughput.addSample(loaded, elapsed);
    this.#current -= 1;
    this.#options.onChange();
    return true;
  }

  onMissing(track: Track, { url }: Choice, { reason }: MediaFailure): boolean {
    if (track === this.#soundTrack || (reason !== 'missing' && reason !== 'server')) return false;
    this.#rejected.add(url);
    if (this.renditions.every((rendition) => this.#rejected.has(rendition.url))) return false;
    this.#chooseCurrent(0);
    return true;
  }

  onFull(ahead: number): void {
    this.#mostAhead = Math.max(MIN_AHEAD_SECONDS, Math.min(this.#mostAhead, ahead) / 2);
  }

  onEnd(): void {
    const tracks = [this.#pictureTrack, this.#soundTrack].filter((track) => track !== null);
    if (tracks.some(({ isDone }) => !isDone) || this.#source.readyState !== 'open' || this.#isBusy()) return;
    this.#source.endOfStream();
  }

  onFail(failure: MediaFailure): void {
    this.#options.onFail(failure);
  }

  onTrouble(cause: FailureCause | null): void {
    this.#options.onTrouble(cause);
  }

  toFresh(url: string): string {
    return this.#options.toFresh(url);
  }

  #onMetadata(): void {
    const { video } = this.#options;
    const start = this.#start ?? 0;
    // A jump before the metadata counts, too.
    if (!this.#hasStarted && video.currentTime <= STEP && start > STEP) video.currentTime = start;
    this.#hasStarted = true;
    this.#onSeeking();
  }

  #onSeeking(): void {
    if (!this.#hasStarted) return;
    const position = this.#options.video.currentTime;
    const isLoaded = this.#pictureTrack?.seek(position) ?? true;
    this.#soundTrack?.seek(position);
    if (isLoaded || this.#held !== null || this.#played.length === 0) return;
    const bandwidths = this.renditions.map(({ bandwidth }) => bandwidth);
    this.#current = chooseAfterSeek(bandwidths, this.#current, this.estimate);
    this.#isHurried = true;
  }

  #wake(): void {
    this.#pictureTrack?.wake();
    this.#soundTrack?.wake();
  }

  #tick(): void {
    const { video } = this.#options;
    if (!this.#hasStarted || this.#source.readyState === 'closed') return;
    this.onEnd();
    const playlist = this.#playlist;
    // Behind the window of a channel there is nothing to load any more.
    const hasFallen = this.isLive && !video.paused && video.currentTime < (playlist?.windowStart ?? 0);
    if (playlist && hasFallen) video.currentTime = findFallback(playlist, BEHIND);
    else if (video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) jumpGap(video);
  }
}

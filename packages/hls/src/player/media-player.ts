import { Stream } from '../engine/stream.ts';
import { MediaFailure } from '../engine/failure.ts';
import { IdleControls } from './idle-controls.ts';
import type { MediaEngine, MediaSourceSpec } from './media-engine.ts';
import { INITIAL_STATE, readElement, type MediaState } from './media-state.ts';
import { openNative } from './native-engine.ts';
import { type TextTrack } from './text-track.ts';

export type { MediaState };

type Listener = (state: MediaState) => void;

interface AppleVideo {
  webkitShowPlaybackTargetPicker?: () => void;
  webkitEnterFullscreen?: () => void;
  webkitExitFullscreen?: () => void;
  webkitSupportsFullscreen?: boolean;
}

const EVENTS = [
  ...['play', 'pause', 'seeking', 'seeked', 'ended', 'timeupdate', 'durationchange', 'ratechange', 'progress'],
  ...['volumechange', 'loadedmetadata', 'enterpictureinpicture', 'leavepictureinpicture', 'emptied'],
] as const;

/** A video, which may be loading already, the engine that feeds it, and what both are doing: `state`, replaced at each change. */
export class MediaPlayerInstance extends EventTarget {
  readonly video: HTMLVideoElement & AppleVideo;
  readonly controls: IdleControls;
  state: MediaState = INITIAL_STATE;
  el: HTMLElement | null = null;
  provider: MediaEngine | null = null;
  readonly #listeners = new Set<Listener>();
  readonly #tracks = new Set<TextTrack>();
  #loads = 0;
  #ahead: { spec: MediaSourceSpec; unload: () => void } | null = null;

  constructor(video = document.createElement('video')) {
    super();
    this.video = video;
    this.video.playsInline = true;
    this.video.preload = 'auto';
    this.controls = new IdleControls(
      () => !this.video.paused && this.state.started,
      () => this.sync(),
    );
    for (const type of EVENTS) this.video.addEventListener(type, () => this.sync());
    const set = (type: string, change: Partial<MediaState>) =>
      this.video.addEventListener(type, () => this.sync(change));
    set('playing', { playing: true, started: true, waiting: false, canPlay: true });
    set('waiting', { playing: false, waiting: true });
    set('pause', { playing: false, waiting: false });
    set('ended', { playing: false, waiting: false });
    set('canplay', { canPlay: true, waiting: false });
    set('loadeddata', { canPlay: true });
    set('webkitbeginfullscreen', { fullscreen: true });
    set('webkitendfullscreen', { fullscreen: false });
    this.video.addEventListener('webkitbeginfullscreen', () =>
      this.#tracks.forEach((track) => track.drawByBrowser(true)),
    );
    this.video.addEventListener('webkitendfullscreen', () =>
      this.#tracks.forEach((track) => track.drawByBrowser(false)),
    );
    if (this.video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) this.sync({ canPlay: true });
  }

  get currentTime(): number {
    return this.video.currentTime;
  }
  set currentTime(at: number) {
    this.video.currentTime = at;
  }
  get playbackRate(): number {
    return this.video.playbackRate;
  }
  set playbackRate(rate: number) {
    this.video.playbackRate = rate;
  }
  get volume(): number {
    return this.video.volume;
  }
  get muted(): boolean {
    return this.video.muted;
  }
  get paused(): boolean {
    return this.video.paused;
  }
  get duration(): number {
    return this.state.duration;
  }

  play(): Promise<void> {
    return this.video.play();
  }

  pause(): void {
    this.video.pause();
  }

  /** Called at once and at each change; returns what ends it. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    listener(this.state);
    return () => void this.#listeners.delete(listener);
  }

  attach(element: HTMLElement, signal: AbortSignal): void {
    this.el = element;
    this.controls.watch(element, signal);
  }

  /** Loads a source that the next `load` of the same address takes over, with its own listeners. */
  loadAhead(spec: MediaSourceSpec): () => void {
    const copy = { ...spec };
    const unload = this.load(copy);
    this.#ahead = { spec: copy, unload };
    return unload;
  }

  load(spec: MediaSourceSpec): () => void {
    const ahead = this.#ahead;
    this.#ahead = null;
    if (ahead?.spec.url === spec.url && ahead.spec.engine === spec.engine) {
      const { toFresh, onTrouble, onFail } = spec;
      Object.assign(ahead.spec, { toFresh, onTrouble, onFail });
      return ahead.unload;
    }
    ahead?.unload();
    this.#loads += 1;
    const load = this.#loads;
    const isCurrent = () => load === this.#loads;
    const guarded: MediaSourceSpec = {
      ...spec,
      toFresh: (url) => spec.toFresh(url),
      onTrouble: (cause) => spec.onTrouble(cause),
      onFail: (failure) => isCurrent() && spec.onFail(failure),
    };
    const onChange = () => this.sync();
    const onError = () => isCurrent() && spec.onFail(new MediaFailure('decode', this.video.error?.message ?? ''));
    if (spec.engine === 'native') this.provider = openNative(this.video, guarded);
    else {
      this.video.addEventListener('error', onError);
      if (spec.engine === 'mse') this.provider = new Stream({ ...guarded, video: this.video, onChange });
      else void this.#loadHlsJs(guarded, isCurrent);
    }
    return () => {
      this.#ahead = null;
      this.#loads += 1;
      this.video.removeEventListener('error', onError);
      this.provider?.close();
      this.provider = null;
      this.sync({ canPlay: false, playing: false, waiting: false });
    };
  }

  async #loadHlsJs(spec: MediaSourceSpec, isCurrent: () => boolean): Promise<void> {
    try {
      const { openHlsJs } = await import('./hls-js-engine.ts');
      if (isCurrent()) this.provider = openHlsJs(this.video, spec, () => this.sync());
    } catch {
      spec.onFail(new MediaFailure('network', 'hls.js'));
    }
  }

  addTextTrack(track: TextTrack): () => void {
    this.#tracks.add(track);
    track.attach(this.video);
    const onMode = () => this.sync({ textTracks: [...this.#tracks] });
    track.addEventListener('mode-change', onMode);
    onMode();
    return () => {
      this.#tracks.delete(track);
      track.removeEventListener('mode-change', onMode);
      track.detach();
      this.sync({ textTracks: [...this.#tracks] });
    };
  }

  sync(change: Partial<MediaState> = {}): void {
    const { provider, video } = this;
    const before = this.state;
    const qualities = (provider?.renditions ?? []).map(toQuality);
    const audioTracks = (provider?.sounds ?? []).map(({ name, language }) => ({ id: name, label: name, language }));
    const languages = (provider?.subtitles ?? []).map(({ language }) => ({ id: language }));
    const next: MediaState = {
      ...before,
      ...readElement(video, provider?.livePosition ?? null, provider?.windowStart ?? null),
      ...change,
      // The event that changes both may be told in two steps.
      playing: (change.playing ?? before.playing) && !video.paused && !video.ended,
      qualities: keepIfEqual(before.qualities, qualities),
      quality: provider?.shown ? toQuality(provider.shown) : null,
      audioTracks: keepIfEqual(before.audioTracks, audioTracks),
      clockOffset: provider?.clockOffset ?? null,
      subtitleLanguages: keepIfEqual(before.subtitleLanguages, languages),
      audioTrack: audioTracks.find(({ id }) => id === provider?.sound) ?? null,
      canAirPlay: 'WebKitPlaybackTargetAvailabilityEvent' in globalThis,
      canFullscreen: document.fullscreenEnabled || (video.webkitSupportsFullscreen ?? false),
      canPictureInPicture: document.pictureInPictureEnabled && video.readyState > 0,
      pictureInPicture: document.pictureInPictureElement === video,
      controlsVisible: this.controls.showing,
    };
    if (next.quality?.id === before.quality?.id) next.quality = before.quality;
    if (next.audioTrack?.id === before.audioTrack?.id) next.audioTrack = before.audioTrack;
    if ((Object.keys(next) as (keyof MediaState)[]).every((key) => Object.is(next[key], before[key]))) return;
    this.state = next;
    for (const listener of [...this.#listeners]) listener(next);
  }
}

function toQuality({ url, height, width, bandwidth }: MediaEngine['renditions'][number]) {
  return { id: url, height, width, bitrate: bandwidth };
}

function keepIfEqual<Item extends { id: string }>(before: readonly Item[], now: readonly Item[]): readonly Item[] {
  return before.length === now.length && before.every(({ id }, at) => id === now[at]?.id) ? before : now;
}

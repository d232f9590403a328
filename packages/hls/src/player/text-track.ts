export interface TextTrackInit {
  id: string;
  label: string;
  language: string;
  src?: string;
  content?: string;
}

/** Subtitles that the browser parses and `Captions` draws. The file is requested when they are first shown. */
export class TextTrack extends EventTarget {
  readonly kind = 'subtitles';
  readonly id: string;
  readonly label: string;
  readonly language: string;
  readonly #init: TextTrackInit;
  #video: HTMLVideoElement | null = null;
  #element: HTMLTrackElement | null = null;
  readonly #added = new Set<string>();
  readonly #pending: VTTCue[] = [];
  #isReady = false;
  #mode: TextTrackMode = 'disabled';

  constructor(init: TextTrackInit) {
    super();
    this.#init = init;
    this.id = init.id;
    this.label = init.label;
    this.language = init.language;
  }

  get mode(): TextTrackMode {
    return this.#mode;
  }

  set mode(mode: TextTrackMode) {
    if (mode === this.#mode) return;
    this.#mode = mode;
    if (mode === 'disabled') this.#setNative('disabled');
    else void this.#load();
    this.dispatchEvent(new Event('mode-change'));
  }

  get cues(): TextTrackCueList | null {
    return this.#element?.track.cues ?? null;
  }

  get activeCues(): readonly TextTrackCue[] {
    return this.#mode === 'showing' ? [...(this.#element?.track.activeCues ?? [])] : [];
  }

  addCues(cues: readonly { from: number; to: number; text: string }[]): void {
    for (const { from, to, text } of cues) {
      // A cue over two segments comes with both.
      const key = `${from.toFixed(2)} ${text}`;
      if (!this.#added.has(key)) this.#pending.push(new VTTCue(from, to, text));
      this.#added.add(key);
    }
    if (this.#isReady) for (const cue of this.#pending.splice(0)) this.#element?.track.addCue(cue);
  }

  attach(video: HTMLVideoElement): void {
    this.#video = video;
    if (this.#mode !== 'disabled') void this.#load();
  }

  detach(): void {
    this.#element?.remove();
    this.#element = null;
    this.#video = null;
  }

  /** An iPhone's own full screen draws its subtitles itself. */
  drawByBrowser(isOn: boolean): void {
    this.#setNative(this.#mode === 'disabled' ? 'disabled' : isOn ? 'showing' : 'hidden');
  }

  #setNative(mode: TextTrackMode): void {
    if (this.#element) this.#element.track.mode = mode;
  }

  /** By a blob, because a track of another host needs CORS of the whole video. */
  async #load(): Promise<void> {
    const video = this.#video;
    if (!video) return;
    if (this.#element) {
      this.#setNative('hidden');
      return;
    }
    const element = document.createElement('track');
    this.#element = element;
    Object.assign(element, { kind: 'subtitles', label: this.label, srclang: this.language });
    const text = this.#init.content ?? (await fetchText(this.#init.src ?? ''));
    if (text === null || this.#element !== element) {
      if (this.#element === element) this.#element = null;
      return;
    }
    element.src = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
    video.appendChild(element);
    this.#setNative(this.#mode === 'disabled' ? 'disabled' : 'hidden');
    element.track.addEventListener('cuechange', () => this.dispatchEvent(new Event('cue-change')));
    element.addEventListener('load', () => {
      URL.revokeObjectURL(element.src);
      this.#isReady = true;
      this.addCues([]);
      this.dispatchEvent(new Event('cue-change'));
    });
  }
}

async function fetchText(url: string): Promise<string | null> {
  const answer = await fetch(url).catch(() => null);
  return answer?.ok ? answer.text() : null;
}

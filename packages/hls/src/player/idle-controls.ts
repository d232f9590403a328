/** Milliseconds without input after which the controls hide while the video plays. */
const IDLE_MS = 2000;

/** True if the controls show: while paused, while `pause` holds them, and for a while after each input. */
export class IdleControls {
  readonly #onChange: () => void;
  readonly #isPlaying: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isActive = true;
  #isHeld = false;

  constructor(isPlaying: () => boolean, onChange: () => void) {
    this.#isPlaying = isPlaying;
    this.#onChange = onChange;
  }

  get showing(): boolean {
    return this.#isActive || this.#isHeld || !this.#isPlaying();
  }

  show(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.hide(), IDLE_MS);
    this.#isActive = true;
    this.#onChange();
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#isActive = false;
    this.#onChange();
  }

  pause(): void {
    this.#isHeld = true;
    this.#onChange();
  }

  resume(): void {
    this.#isHeld = false;
    this.show();
  }

  watch(element: HTMLElement, signal: AbortSignal): void {
    const show = () => this.show();
    const onMove = (event: PointerEvent) => event.pointerType !== 'touch' && this.show();
    element.addEventListener('pointermove', onMove, { signal });
    for (const type of ['keydown', 'focusin'] as const) element.addEventListener(type, show, { signal });
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
    this.show();
  }
}

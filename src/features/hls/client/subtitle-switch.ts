import type { SubtitleHost } from './subtitle-loader.ts';

/** The subtitles that are shown. The code that loads them comes with the first. */
export class SubtitleSwitch {
  #loader: { close: () => void } | null = null;
  #turn = 0;

  /** `url` is null for none. */
  async show(url: string | null, host: SubtitleHost): Promise<void> {
    this.close();
    const turn = this.#turn;
    if (url === null) return;
    const { SubtitleLoader } = await import('./subtitle-loader.ts');
    if (turn === this.#turn) this.#loader = new SubtitleLoader(url, host);
  }

  close(): void {
    this.#turn += 1;
    this.#loader?.close();
    this.#loader = null;
  }
}

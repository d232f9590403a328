import type { ReadCues, SubtitleHost } from './subtitle-loader.ts';

export class SubtitleSwitch {
  readonly #loadReader: () => Promise<ReadCues>;
  #loader: { close: () => void } | null = null;
  #turn = 0;

  constructor(loadReader: () => Promise<ReadCues>) {
    this.#loadReader = loadReader;
  }

  async show(url: string | null, host: SubtitleHost): Promise<void> {
    this.close();
    const turn = this.#turn;
    if (url === null) return;
    const [{ SubtitleLoader }, readCues] = await Promise.all([import('./subtitle-loader.ts'), this.#loadReader()]);
    if (turn === this.#turn) this.#loader = new SubtitleLoader(url, host, readCues);
  }

  close(): void {
    this.#turn += 1;
    this.#loader?.close();
    this.#loader = null;
  }
}

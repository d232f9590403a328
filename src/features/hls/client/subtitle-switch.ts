import type { SubtitleHost } from './subtitle-loader.ts';

export class SubtitleSwitch {
  #loader: { close: () => void } | null = null;
  #turn = 0;

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

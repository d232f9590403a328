/** A memory by text, of copies. A Map would hash each new text to its end, and keep the page of which it is a piece. */
export class TextMemory<T> {
  readonly #byLength = new Map<number, { text: string; value: T }[]>();
  readonly #most: number;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(text: string): T | undefined {
    return this.#byLength.get(text.length)?.find((entry) => entry.text === text)?.value;
  }

  set(text: string, value: T): void {
    if (this.#count === this.#most) {
      this.#byLength.clear();
      this.#count = 0;
    }
    this.#count += 1;
    const entry = { text: copy(text), value };
    const entries = this.#byLength.get(text.length);
    if (entries) entries.push(entry);
    else this.#byLength.set(text.length, [entry]);
  }
}

function copy(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}

import { UnsupportedMedia } from './boxes.ts';

const MAX_ZEROS = 31;

/** The bits of a NAL unit without its emulation prevention bytes (ISO/IEC 14496-10, 7.3.1 and 9.1). */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #bit = 0;
  #zeros = 0;

  constructor(nal: Uint8Array, from: number) {
    this.#bytes = nal;
    this.#at = from;
  }

  /** Bytes of the unit up to the last bit that was read, with the emulation prevention among them. */
  get bytesRead(): number {
    return this.#at + (this.#bit > 0 ? 1 : 0);
  }

  readBits(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1) value = value * 2 + this.#readBit();
    return value;
  }

  isSet(): boolean {
    return this.#readBit() === 1;
  }

  readUnsigned(): number {
    let zeros = 0;
    while (this.#readBit() === 0) {
      zeros += 1;
      if (zeros > MAX_ZEROS) throw new UnsupportedMedia('a number of a NAL unit is too long');
    }
    return 2 ** zeros - 1 + this.readBits(zeros);
  }

  skipSigned(): void {
    this.readUnsigned();
  }

  #readBit(): number {
    if (this.#bit === 0 && this.#zeros >= 2 && this.#bytes[this.#at] === 3) {
      this.#at += 1;
      this.#zeros = 0;
    }
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new UnsupportedMedia('a NAL unit ends in its header');
    const value = (byte >> (7 - this.#bit)) & 1;
    this.#bit += 1;
    if (this.#bit === 8) {
      this.#bit = 0;
      this.#at += 1;
      this.#zeros = byte === 0 ? this.#zeros + 1 : 0;
    }
    return value;
  }
}

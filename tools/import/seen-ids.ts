import { createHash } from 'node:crypto';

/** Ids that a file has had so far, as numbers of 48 bits: a fraction of the memory that the texts would take. */
export class SeenIds {
  readonly #hashes = new Set<number>();

  isNew(id: string): boolean {
    const hash = createHash('sha256').update(id).digest().readUIntBE(0, 6);
    if (this.#hashes.has(hash)) return false;
    this.#hashes.add(hash);
    return true;
  }
}

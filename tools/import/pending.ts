import { MAX_PICTURED_ROWS } from './art/resolve-art.ts';
import type { Writer } from './writer.ts';

/** The rows of the batch that is being read. */
export class Pending<Row> {
  #rows: Row[] = [];
  #pictured = 0;

  isFull(batchSize: number): boolean {
    return this.#rows.length >= batchSize || this.#pictured >= MAX_PICTURED_ROWS;
  }

  add(row: Row, isPictured: boolean): void {
    this.#rows.push(row);
    if (isPictured) this.#pictured += 1;
  }

  /** Pictures take long: the batch that is built is written before theirs. */
  async take(writer: Writer): Promise<Row[]> {
    const rows = this.#rows;
    const hasPictures = this.#pictured > 0;
    this.#rows = [];
    this.#pictured = 0;
    if (hasPictures) {
      await writer.settle();
      writer.start();
    }
    return rows;
  }
}

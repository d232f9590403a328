import type { Writer } from './writer.ts';

/** Rows of one batch with pictures: each takes about a second, and a stopped import ends with its batch. */
const MAX_PICTURED_ROWS = 20;

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

/** `time`: no readable times. `length`: no length, or too long a one backwards. `start`: over before the film begins.
 * `markup`: a tag of another kind of file. `limit`: too much of it. */
export type UnreadReason = 'time' | 'length' | 'start' | 'markup' | 'limit';

/** A line of the file that is in no subtitle; lines count from 1. */
export interface UnreadLine {
  line: number;
  text: string;
  reason: UnreadReason;
}

const MAX_LISTED = 100;

/** Counts lines that were not read, and lists the first of them. */
export class UnreadLog {
  count = 0;
  readonly lines: UnreadLine[] = [];

  add(line: number, text: string, reason: UnreadReason): void {
    this.count += 1;
    if (this.lines.length < MAX_LISTED) this.lines.push({ line, text: text.trim(), reason });
  }
}

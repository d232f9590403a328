/** `length`: none, or backwards and too long. `start`: over before the film. `markup`: of another kind of file. */
export type UnreadReason = 'time' | 'length' | 'start' | 'markup' | 'limit';

export interface UnreadLine {
  line: number;
  text: string;
  reason: UnreadReason;
}

const MAX_LISTED = 100;

export class UnreadLog {
  count = 0;
  readonly lines: UnreadLine[] = [];

  add(line: number, text: string, reason: UnreadReason): void {
    this.count += 1;
    if (this.lines.length < MAX_LISTED) this.lines.push({ line, text: text.trim(), reason });
  }
}

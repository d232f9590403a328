/** A line of the file with its number, from 1; `text` is null where it is too long to be a title. */
export interface TextLine {
  line: number;
  text: string | null;
}

/** Characters of one line; the longest title that the limits allow is far shorter. */
const LINE_MAX = 200_000;

/** The lines of text that comes in pieces, without their ends; empty ones are counted and left out. */
export async function* readLines(pieces: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let pending = '';
  let line = 1;
  let first = true;
  let tooLong = false;
  for await (const piece of pieces) {
    const parts = (pending + (first ? piece.replace(/^\ufeff/, '') : piece)).split('\n');
    first = false;
    pending = parts.pop() ?? '';
    for (const part of parts) {
      if (tooLong || part.length > LINE_MAX) yield { line, text: null };
      else if (part.trim() !== '') yield { line, text: part };
      tooLong = false;
      line += 1;
    }
    if (pending.length > LINE_MAX) {
      tooLong = true;
      pending = '';
    }
  }
  if (tooLong) yield { line, text: null };
  else if (pending.trim() !== '') yield { line, text: pending };
}

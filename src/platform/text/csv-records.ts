/** A record of a CSV file with the line on which it begins, from 1; or why there is none. */
export type CsvRecord = { line: number; fields: string[] } | { line: number; error: string };

/** Longer than any honest row: a quote that nobody closed must not swallow the file. Characters. */
const RECORD_MAX = 200_000;
const BROKEN = 'a quote is not closed, or the row is too long';

/**
 * Reads CSV in pieces: doubled quotes, quoted line breaks, LF or CRLF, a byte order mark. After a record that it cannot
 * read it continues at the line below that record's first line: a stray quote costs one row (docs/import.md).
 */
export async function* readCsv(pieces: AsyncIterable<string>, delimiter = ','): AsyncGenerator<CsvRecord> {
  const reader = new CsvReader(delimiter);
  for await (const piece of pieces) yield* reader.push(piece);
  yield* reader.end();
}

class CsvReader {
  readonly #delimiter: string;
  #text = '';
  #line = 1;
  #first = true;
  /** The rest of a broken line is still to come. */
  #skipping = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  push(piece: string): CsvRecord[] {
    this.#text += this.#first ? piece.replace(/^\ufeff/, '') : piece;
    this.#first = false;
    return this.#take(false);
  }

  end(): CsvRecord[] {
    return this.#take(true);
  }

  /** The whole records that there are so far. */
  #take(atEnd: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    let at = this.#skipping ? this.#skip(0) : 0;
    while (at < this.#text.length) {
      const match = recordAt(this.#text, at, atEnd, this.#delimiter);
      if (match === 'more' && !atEnd && this.#text.length - at <= RECORD_MAX) break;
      if (typeof match === 'string') {
        records.push({ line: this.#line, error: BROKEN });
        at = this.#skip(at);
        continue;
      }
      // A line with nothing at all is not a row, not even an empty one.
      if (match.fields.length > 1 || match.fields[0] !== '') records.push({ line: this.#line, fields: match.fields });
      for (let lf = this.#text.indexOf('\n', at); lf !== -1 && lf < match.end; lf = this.#text.indexOf('\n', lf + 1)) {
        this.#line += 1;
      }
      at = match.end;
    }
    this.#text = this.#text.slice(at);
    return records;
  }

  /** The beginning of the next line; the text's end where that has not come yet. */
  #skip(at: number): number {
    const end = this.#text.indexOf('\n', at);
    this.#skipping = end === -1;
    if (end === -1) return this.#text.length;
    this.#line += 1;
    return end + 1;
  }
}

/** One record from `start`; 'more' where the text ends before it does, 'broken' where a quote makes no sense. */
function recordAt(
  text: string,
  start: number,
  atEnd: boolean,
  delimiter: string,
): { fields: string[]; end: number } | 'more' | 'broken' {
  const fields: string[] = [];
  for (let at = start; ;) {
    const field = fieldAt(text, at, delimiter);
    if (typeof field === 'string') return field;
    if (field.end >= text.length && !atEnd) return 'more';
    fields.push(field.value);
    if (text[field.end] !== delimiter) return { fields, end: Math.min(text.length, field.end + 1) };
    at = field.end + 1;
  }
}

/** One field and where it ends: at a delimiter, a line break or the end. */
function fieldAt(text: string, start: number, delimiter: string): { value: string; end: number } | 'more' | 'broken' {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1;
    return { value: text.slice(start, end).replace(/\r$/, ''), end };
  }
  let close = text.indexOf('"', start + 1);
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close === -1) return 'more';
  const end = text.startsWith('\r\n', close + 1) ? close + 2 : close + 1;
  if (end < text.length && text[end] !== delimiter && text[end] !== '\n') {
    return text[end] === '\r' && end + 1 === text.length ? 'more' : 'broken';
  }
  return { value: text.slice(start + 1, close).replaceAll('""', '"'), end };
}

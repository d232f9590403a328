/** Something wrong with a row, for the report: where and why, in the words of the file. */
export interface Problem {
  column: string;
  reason: string;
  /** The cell's text, shortened. */
  value: string;
}

const VALUE_MAX = 120;

/** A value as the report shows it. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text;
}

/** Gathers what a row's fields are refused for (which rejects the row) and what is only remarked. */
export class Notes {
  readonly errors: Problem[] = [];
  readonly warnings: Problem[] = [];
  readonly #getColumn: (field: string) => string;

  /** `getColumn` gives the file's own name of a field. */
  constructor(getColumn: (field: string) => string) {
    this.#getColumn = getColumn;
  }

  refuse(field: string, reason: string, value: unknown): void {
    this.errors.push({ column: this.#getColumn(field), reason, value: describeValue(value) });
  }

  warn(field: string, reason: string, value: unknown): void {
    this.warnings.push({ column: this.#getColumn(field), reason, value: describeValue(value) });
  }
}

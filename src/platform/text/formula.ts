/** A text that a spreadsheet would run as a formula gets an apostrophe before it, for the values are a stranger's. */
export function disarmFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** Extended result codes of SQLite by their names, as D1 writes them after the text. */
const CONSTRAINTS: Record<number, string> = {
  275: 'SQLITE_CONSTRAINT_CHECK',
  787: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  1299: 'SQLITE_CONSTRAINT_NOTNULL',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  1811: 'SQLITE_CONSTRAINT_TRIGGER',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
  2579: 'SQLITE_CONSTRAINT_ROWID',
};
/** Primary result codes of a machine in trouble. An outage is answered by 503 (platform/http/faults/describe-error.ts). */
const OUTAGES: Record<number, string> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

export function toD1Error(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  if (error.message.startsWith('D1_')) return error;
  const code = (error as { errcode?: number }).errcode ?? 0;
  const constraint = CONSTRAINTS[code];
  const name =
    constraint === undefined ? (OUTAGES[code & 0xff] ?? 'SQLITE_ERROR') : `SQLITE_CONSTRAINT (extended: ${constraint})`;
  const text = `${error.message}: ${name}`;
  return new Error(`D1_ERROR: ${text}`, { cause: new Error(text) });
}

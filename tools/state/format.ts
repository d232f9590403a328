import * as v from 'valibot';

/** The version of the file's format. */
export const FORMAT = 1;

/** The first line. `migrations` is the version of the schema; the sums are of the ledger, by kind of account. */
export const header = v.object({
  format: v.literal(FORMAT),
  migrations: v.array(v.string()),
  tables: v.array(v.object({ name: v.string(), columns: v.array(v.string()), rows: v.number() })),
  ledger: v.array(v.object({ account: v.string(), amount: v.number() })),
  /** The next numbers of tables that never use one again. */
  sequences: v.array(v.object({ name: v.string(), seq: v.number() })),
});
export type Header = v.InferOutput<typeof header>;

export const value = v.union([v.string(), v.number(), v.null()]);
/** The table's place in the header, and the values of its columns. */
export const row = v.tuple([v.number(), v.array(value)]);
export type Row = v.InferOutput<typeof row>;
/** The last line: SHA-256 of all lines before it. */
export const footer = v.object({ sha256: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)) });

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function countRows({ tables }: Pick<Header, 'tables'>): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

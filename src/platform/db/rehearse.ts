import { sql, type SQL } from 'drizzle-orm';
import type { Database } from './client.ts';
import { batch } from './batch.ts';

const MARK = 'rehearsal:';

/**
 * Runs the statements of an act and rolls them back, and returns the JSON text of `result`, an expression over what they
 * did. The batch ends with an error of SQLite that has the text in its message: D1 gives no rows of a batch that failed.
 */
export async function rehearse(db: Database, statements: readonly SQL[], result: SQL): Promise<string> {
  try {
    await batch(db, [...statements, sql`SELECT json_extract('{}', ${MARK} || (${result}))`]);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const [from, to] = [message.indexOf(MARK), message.lastIndexOf("'")];
    if (from < 0 || to < from) throw error;
    return message.slice(from + MARK.length, to).replaceAll("''", "'");
  }
  throw new Error('a rehearsal was not rolled back');
}

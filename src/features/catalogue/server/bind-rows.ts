import { sql, type SQL } from 'drizzle-orm';
import type { Statement } from '../../../platform/db/json-statements.ts';

/** The statement with its rows, or with none where the condition fails. */
export function bindRows({ sql: text, values }: Statement, condition: SQL): SQL {
  const [head = '', tail = ''] = text.split('?');
  return sql`${sql.raw(head)}iif(${condition}, ${JSON.stringify(values)}, '[]')${sql.raw(tail)}`;
}

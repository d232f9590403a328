import { execFileSync } from 'node:child_process';
import * as v from 'valibot';

const answer = v.pipe(
  v.string(),
  v.parseJson(),
  v.tuple([v.object({ results: v.array(v.record(v.string(), v.unknown())) })]),
);

type Value = string | number;

/** Reads of the deployed D1, one wrangler command each. It has no transaction over a batch. */
export function openWranglerD1(): D1Database {
  const binding = {
    prepare: (sql: string) => new Statement(sql),
    batch: async (statements: Statement[]) => Promise.all(statements.map((statement) => statement.all())),
  };
  return binding as unknown as D1Database;
}

class Statement {
  private readonly sql: string;
  private readonly values: readonly Value[];

  constructor(sql: string, values: readonly Value[] = []) {
    this.sql = sql;
    this.values = values;
  }

  bind(...values: Value[]): Statement {
    return new Statement(this.sql, values);
  }

  async all(): Promise<{ results: Record<string, unknown>[] }> {
    const rest = [...this.values];
    const text = this.sql.replace(/\?/g, () => toLiteral(rest.shift() ?? ''));
    const args = ['d1', 'execute', 'pardeh', '--remote', '--json', '--command', text];
    const [{ results }] = v.parse(answer, execFileSync('wrangler', args, { encoding: 'utf8' }));
    return { results };
  }

  async first(column?: string): Promise<unknown> {
    const [row] = (await this.all()).results;
    return row === undefined ? null : column === undefined ? row : row[column];
  }
}

function toLiteral(value: Value): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

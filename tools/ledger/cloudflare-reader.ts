import * as v from 'valibot';
import { queryCloudflare } from '../import/cloudflare-d1.ts';

const rows = v.array(v.record(v.string(), v.unknown()));

type Value = string | number;
type Row = v.InferOutput<typeof rows>[number];

/** Reads of the deployed D1, which answers the statements of a batch at one moment. */
export function openCloudflareReader(): D1Database {
  const binding = {
    prepare: (sql: string) => new Statement(sql),
    batch: async (statements: Statement[]) => {
      const answers = await queryCloudflare(statements.map(({ text }) => text));
      return answers.map((results) => ({ results: v.parse(rows, results) }));
    },
  };
  return binding as unknown as D1Database;
}

class Statement {
  readonly text: string;

  constructor(sql: string) {
    this.text = sql;
  }

  bind(...values: Value[]): Statement {
    return new Statement(this.text.replace(/\?/g, () => toLiteral(values.shift() ?? '')));
  }

  async all(): Promise<{ results: Row[] }> {
    const [results] = await queryCloudflare([this.text]);
    return { results: v.parse(rows, results) };
  }

  async first(column?: string): Promise<unknown> {
    const [row] = (await this.all()).results;
    return row === undefined ? null : column === undefined ? row : row[column];
  }
}

function toLiteral(value: Value): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

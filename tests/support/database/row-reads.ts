/** The same D1, with the rows that its statements read and wrote, as D1 counts them. */
export function countRows(db: D1Database): { db: D1Database; rows: () => { read: number; written: number } } {
  let [read, written] = [0, 0];
  const note = ({ meta }: D1Result) => {
    read += meta.rows_read;
    written += meta.rows_written;
  };
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === INNER) return target;
        if (name === 'bind') return (...values: unknown[]) => wrap(target.bind(...values));
        if (name === 'all' || name === 'run') {
          return async () => {
            const result = await target.all();
            note(result);
            return result;
          };
        }
        // Drizzle reads what it selects by `raw`, which has no counts: the same statement counts for it.
        if (name === 'raw') {
          return async () => {
            note(await target.all());
            return target.raw();
          };
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  const proxy = new Proxy(db, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => wrap(target.prepare(sql));
      if (name === 'batch') {
        return async (statements: D1PreparedStatement[]) => {
          const results = await target.batch(statements.map((one) => Reflect.get(one, INNER) as D1PreparedStatement));
          results.forEach(note);
          return results;
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { db: proxy, rows: () => ({ read, written }) };
}

/** The statement behind a wrapped one: D1 takes only its own in a batch. */
const INNER = Symbol('the statement itself');

export interface Failure {
  /** Batches: the first fails before or after it was written, or all do. */
  batch?: 'once' | 'always' | 'answer lost';
  /** Statements whose text matches fail, or so many of them. */
  matching?: RegExp;
  times?: number;
  /** Another process's work right after the first batch. */
  meanwhile?: () => Promise<unknown>;
}

/** The same D1, failing as a network does. */
export function failing(db: D1Database, { batch, matching, times = Infinity, meanwhile }: Failure): D1Database {
  let batches = 0;
  let matched = 0;
  const lost = () => Promise.reject(new Error('D1_ERROR: Network connection lost.'));
  return new Proxy(db, {
    get(target, name) {
      if (name === 'batch' && (batch !== undefined || meanwhile !== undefined)) {
        return async (statements: D1PreparedStatement[]): Promise<unknown> => {
          batches += 1;
          if (batch === 'always' || (batch === 'once' && batches === 1)) return lost();
          const results = await target.batch(statements);
          if (batches === 1) await meanwhile?.();
          return batch === 'answer lost' && batches === 1 ? lost() : results;
        };
      }
      if (name === 'prepare' && matching !== undefined) {
        return (sql: string) => {
          if (matching.test(sql)) matched += 1;
          return target.prepare(matching.test(sql) && matched <= times ? 'SELECT * FROM gone' : sql);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

export interface Moods {
  /** Awaited before each batch that has the text. */
  before?: () => Promise<unknown>;
  /** The first such batch commits, and its answer is lost. */
  isAnswerLost?: boolean;
}

/** A D1 whose batches with `text` in a statement behave so. */
export function disturbBatches(db: D1Database, text: string, moods: Moods): D1Database {
  const marked = new WeakSet<D1PreparedStatement>();
  let isLost = moods.isAnswerLost ?? false;
  const prepare = (sql: string) => {
    const statement = db.prepare(sql);
    if (!sql.includes(text)) return statement;
    return new Proxy(statement, {
      get(target, name) {
        if (name !== 'bind') return Reflect.get(target, name) as unknown;
        return (...values: unknown[]) => {
          const bound = target.bind(...values);
          marked.add(bound);
          return bound;
        };
      },
    });
  };
  const batch = async (statements: D1PreparedStatement[]) => {
    if (!statements.some((statement) => marked.has(statement))) return db.batch(statements);
    await moods.before?.();
    const results = await db.batch(statements);
    if (!isLost) return results;
    isLost = false;
    throw new Error('the answer was lost');
  };
  return new Proxy(db, {
    get(target, name) {
      if (name === 'prepare') return prepare;
      if (name === 'batch') return batch;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

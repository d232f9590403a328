/**
 * An accident at the n-th request to D1, counted from 1: the worker dies before it, so that nothing reaches D1
 * from there on; or only that answer is lost, after D1 had done the work.
 */
export interface Death {
  at: number;
  how: 'dies' | 'answer lost';
}

/** The same D1 for such a worker. `getCount()` is how often D1 was asked; without a death it only counts. */
export function dying(db: D1Database, death: Death | null): { db: D1Database; getCount: () => number } {
  let questions = 0;
  const reach = async <T>(work: () => Promise<T>): Promise<T> => {
    questions += 1;
    const mine = questions;
    if (death?.how === 'dies' && mine >= death.at) return lost();
    const result = await work();
    return death?.how === 'answer lost' && mine === death.at ? lost() : result;
  };
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === INNER) return target;
        if (name === 'bind') return (...values: unknown[]) => wrap(target.bind(...values));
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...values: unknown[]) => reach(() => Reflect.apply(value, target, values) as Promise<unknown>);
      },
    });
  const proxy = new Proxy(db, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => wrap(target.prepare(sql));
      if (name === 'batch') {
        return (statements: D1PreparedStatement[]) =>
          reach(() => target.batch(statements.map((one) => Reflect.get(one, INNER) as D1PreparedStatement)));
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { db: proxy, getCount: () => questions };
}

/** The statement behind a wrapped one: D1 takes only its own in a batch. */
const INNER = Symbol('the statement itself');

const lost = (): Promise<never> => Promise.reject(new Error('D1_ERROR: Network connection lost.'));

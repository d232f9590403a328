import { setTimeout as sleep } from 'node:timers/promises';

export interface RoundTrips {
  /** Sequential waits for D1: requests that are sent while none has answered share one. */
  waits: number;
  requests: number;
  statements: number;
}

/** After so many milliseconds without another request a wait is complete, and its requests reach D1. */
const SETTLED_MS = 30;

/** The same D1 with the round trips that its callers wait for. */
export function countRoundTrips(db: D1Database): { db: D1Database; take: () => RoundTrips } {
  const counts = { waits: 0, requests: 0, statements: 0 };
  let queue: (() => Promise<unknown>)[] = [];
  let isReleasing = false;
  const releaseAll = async () => {
    isReleasing = true;
    while (queue.length > 0) {
      await sleep(SETTLED_MS);
      const wave = queue;
      queue = [];
      counts.waits += 1;
      await Promise.allSettled(wave.map((start) => start()));
      await sleep(SETTLED_MS);
    }
    isReleasing = false;
  };
  const send = <T>(statements: number, work: () => Promise<T>): Promise<T> => {
    counts.requests += 1;
    counts.statements += statements;
    return new Promise<T>((resolve, reject) => {
      queue.push(() => work().then(resolve, reject));
      if (!isReleasing) void releaseAll();
    });
  };
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === INNER) return target;
        if (name === 'bind') return (...values: unknown[]) => wrap(target.bind(...values));
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...values: unknown[]) => send(1, () => Reflect.apply(value, target, values) as Promise<unknown>);
      },
    });
  const proxy = new Proxy(db, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => wrap(target.prepare(sql));
      if (name === 'batch') {
        return (statements: D1PreparedStatement[]) =>
          send(statements.length, () =>
            target.batch(statements.map((one) => Reflect.get(one, INNER) as D1PreparedStatement)),
          );
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const take = () => {
    const copy = { ...counts };
    Object.assign(counts, { waits: 0, requests: 0, statements: 0 });
    return copy;
  };
  return { db: proxy, take };
}

/** The statement behind a wrapped one: D1 takes only its own in a batch. */
const INNER = Symbol('the statement itself');

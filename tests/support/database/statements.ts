import type { Env } from '../../../src/platform/config/env.ts';

interface Recorded {
  env: Env;
  /** Every SQL text prepared so far, once each. */
  statements: () => string[];
  /** The same in their order, as often as each was prepared. */
  prepared: () => readonly string[];
  /** How often D1 was asked: a batch is one. */
  roundTrips: () => number;
}

/** The same bindings, with a D1 that notes what it is asked. */
export function countStatements(env: Env): Recorded {
  const prepared: string[] = [];
  let trips = 0;
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => wrap(target.bind(...values));
        if (name === INNER) return target;
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...values: unknown[]): unknown => {
          trips += 1;
          return Reflect.apply(value, target, values);
        };
      },
    });
  const db = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'prepare') {
        return (sql: string) => {
          prepared.push(sql);
          return wrap(target.prepare(sql));
        };
      }
      if (name === 'batch') {
        return (statements: D1PreparedStatement[]) => {
          trips += 1;
          return target.batch(statements.map((statement) => Reflect.get(statement, INNER) as D1PreparedStatement));
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return {
    env: { ...env, DB: db },
    statements: () => [...new Set(prepared)],
    prepared: () => prepared,
    roundTrips: () => trips,
  };
}

/** The statement behind a wrapped one: D1 takes only its own in a batch. */
const INNER = Symbol('the statement itself');

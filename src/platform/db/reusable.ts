import { Column, is, Placeholder, sql, SQL, type SQLWrapper } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import type { Database } from './client.ts';

/** A select of Drizzle's; a column's name must be its own in the result, since D1 answers a batch as objects. */
export interface Select<T = unknown> {
  readonly _: { readonly result: T };
}
export type Query = Select | SQL;

export interface Prepared {
  statement: D1PreparedStatement;
  map: (result: D1Result) => unknown;
}

type Row = Record<string, unknown>;
type Values = Record<string, string | number | undefined>;

interface Template {
  text: string;
  params: readonly unknown[];
  map: (result: D1Result) => unknown;
}

class BoundQuery {
  readonly #template: Template;
  readonly #values: Values;
  constructor(template: Template, values: Values) {
    this.#template = template;
    this.#values = values;
  }
  prepare(client: D1Database): Prepared {
    const { text, params, map } = this.#template;
    const values = params.map((param) => (is(param, Placeholder) ? this.#values[param.name] : param));
    return { statement: bind(client.prepare(text), values), map };
  }
}

/** Builds queries once per isolate: to build their SQL costs more than to send it. `build` gets placeholders for
 * `values`, which may only go into SQL; it may ask whether one is undefined, and `shape` for anything else. */
export function reusable<V extends Values, const Q extends readonly Query[]>(
  build: (db: Database, values: V, shape: string) => Q,
): (values: V, shape?: string) => Q {
  const templatesByKey = new Map<string, readonly Template[]>();
  return (values, shape = '') => {
    const names = Object.keys(values).filter((name) => values[name] !== undefined);
    const key = `${shape} ${names.join(' ')}`;
    let templates = templatesByKey.get(key);
    if (!templates) {
      const placeholders = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
      templates = build(DETACHED, placeholders as unknown as V, shape).map(toTemplate);
      templatesByKey.set(key, templates);
    }
    return templates.map((template) => new BoundQuery(template, values)) as unknown as Q;
  };
}

export function prepare(client: D1Database, query: Query): Prepared {
  if (query instanceof BoundQuery) return query.prepare(client);
  if (query instanceof SQL) {
    const { text, params, map } = toTemplate(query);
    return { statement: bind(client.prepare(text), params), map };
  }
  const prepared = prepareSelect(query);
  return { statement: bind(prepared.stmt, prepared.getQuery().params), map: createMapper(prepared) };
}

export async function readRows<T>(db: Database, query: Select<T>): Promise<T> {
  const { statement, map } = prepare(db.$client, query);
  return map(await statement.all()) as T;
}

function bind(statement: D1PreparedStatement, params: readonly unknown[]): D1PreparedStatement {
  return params.length === 0 ? statement : statement.bind(...params);
}

const DETACHED = drizzle({ prepare: () => null } as unknown as D1Database);
const dialect = new SQLiteAsyncDialect();

interface DrizzlePrepared {
  stmt: D1PreparedStatement;
  getQuery: () => { sql: string; params: unknown[] };
  fields?: readonly { path: readonly string[]; field: SQLWrapper }[];
  mapResult: (result: D1Result, isFromBatch: boolean) => unknown;
}

function toTemplate(query: Query): Template {
  if (query instanceof SQL) {
    const { sql: text, params } = dialect.sqlToQuery(query);
    return { text, params, map: ({ results }) => results };
  }
  const prepared = prepareSelect(query);
  const { sql: text, params } = prepared.getQuery();
  return { text, params, map: createMapper(prepared) };
}

function prepareSelect(query: Select): DrizzlePrepared {
  return (query as unknown as { _prepare: () => DrizzlePrepared })._prepare();
}

/** As Drizzle maps the rows of a batch, with each column's decoder looked up once. */
function createMapper(prepared: DrizzlePrepared): Template['map'] {
  const { fields } = prepared;
  if (!fields || fields.some(({ path }) => path.length > 1)) return (result) => prepared.mapResult(result, true);
  const columns = fields.map(({ path, field }) => ({ name: path[0] ?? '', decode: getDecoder(field) }));
  const decoded = columns.filter(({ decode }) => decode !== null);
  return ({ results }) => {
    const rows = results as Row[];
    const names = Object.keys(rows[0] ?? {});
    if (names.every((name, at) => name === columns[at]?.name)) {
      for (const row of rows) {
        for (const { name, decode } of decoded) if (row[name] !== null) row[name] = decode?.(row[name]);
      }
      return rows;
    }
    return rows.map((row) => {
      const values = Object.values(row);
      return Object.fromEntries(
        columns.map(({ name, decode }, at) => {
          const value = values[at];
          return [name, decode === null || value === null ? value : decode(value)];
        }),
      );
    });
  };
}

/** Null for a value that stays as it is. */
function getDecoder(field: SQLWrapper): ((value: unknown) => unknown) | null {
  if (is(field, Column)) {
    if (field.mapFromDriverValue === Column.prototype.mapFromDriverValue) return null;
    return (value) => field.mapFromDriverValue(value);
  }
  const { decoder } = (is(field, SQL) ? field : is(field, SQL.Aliased) ? field.sql : field.getSQL()) as unknown as {
    decoder: { mapFromDriverValue: (value: unknown) => unknown };
  };
  return (value) => decoder.mapFromDriverValue(value);
}

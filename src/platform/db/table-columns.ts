import type { $Type, NotNull } from 'drizzle-orm';
import { integer, real, text } from 'drizzle-orm/sqlite-core';
import type * as v from 'valibot';
import { describeColumn, toCamelCase, type CamelCase } from './columns.ts';

const BUILDERS = {
  text: (name: string) => text(name),
  integer: (name: string) => integer(name),
  real: (name: string) => real(name),
  boolean: (name: string) => integer(name, { mode: 'boolean' }),
};

type Plain<T> = [T] extends [boolean]
  ? ReturnType<typeof BUILDERS.boolean>
  : [T] extends [number]
    ? ReturnType<typeof BUILDERS.integer>
    : $Type<ReturnType<typeof BUILDERS.text>, T>;
type Builder<T> = null extends T ? Plain<NonNullable<T>> : NotNull<Plain<T>>;
type Schemas = Readonly<Record<string, v.GenericSchema>>;
type Builders<C extends Schemas> = { [K in keyof C as CamelCase<K>]: Builder<v.InferOutput<C[K]>> };

/** Drizzle's columns for schemas of texts, numbers and booleans. */
export function toTableColumns<C extends Schemas>(schemas: C): Builders<C> {
  const columns = Object.entries(schemas).map(([name, schema]) => {
    const { type, isOptional } = describeColumn(schema);
    const column = BUILDERS[type](name);
    return [toCamelCase(name), isOptional ? column : column.notNull()];
  });
  return Object.fromEntries(columns) as Builders<C>;
}

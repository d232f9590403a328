import * as v from 'valibot';

/** `name_fa` as `nameFa`. */
export type CamelCase<S> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : S;

export function toCamelCase<S extends string>(name: S): CamelCase<S> {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<S>;
}

interface ColumnFacts {
  type: 'text' | 'integer' | 'real' | 'boolean';
  isOptional: boolean; // The column may be NULL
  value: v.GenericSchema; // The schema of a value that is there
}

/** A column by its schema: a text, a choice of texts, a number (with `isDecimal`: a real one) or a boolean. */
export function describeColumn(schema: v.GenericSchema): ColumnFacts {
  const value = 'wrapped' in schema ? (schema.wrapped as v.GenericSchema) : schema;
  const isDecimal = 'pipe' in value && 'isDecimal' in v.getMetadata(value);
  const type = value.type === 'boolean' ? 'boolean' : value.type !== 'number' ? 'text' : isDecimal ? 'real' : 'integer';
  return { type, isOptional: value !== schema, value };
}

import * as v from 'valibot';

type Schema = v.GenericSchema & {
  type: string;
  options?: readonly unknown[];
  literal?: unknown;
  wrapped?: Schema;
  item?: Schema;
  entries?: Record<string, Schema>;
  key?: Schema;
  value?: Schema;
};

/** Texts and numbers of the contract's forms: an identifier, a key, a day, a code, a number in a text, and so on. */
const TEXTS = [
  ...['1', 'asked for it', 'key-0001', 'a'.repeat(20), '2026-11-01', '09120000001', 'CODE1', 'word', '1.1'],
  ...['saman', 'wallet:1', 'vat', 'CH-1', '123456', '[]', '{}', 'name_fa', '1700000000', 'fa', 'A'.repeat(16), 'u1'],
  ...['00000000-0000-4000-8000-000000000000', 'a'.repeat(64)],
];
const NUMBERS = [1, 2, 0, 10, 100, 1000, 10_000, 100_000, 1_800_000_000, 1_799_000_000];

/** An input that a call's schema accepts; of the optional fields none, or one that it needs. Throws where no sample fits. */
export function buildInput(schema: v.GenericSchema): Record<string, unknown> {
  const value = buildValue(schema);
  if (!v.safeParse(schema, value).success) throw new Error(`no sample fits: ${JSON.stringify(value)}`);
  return v.parse(v.record(v.string(), v.unknown()), value);
}

function buildObject(schema: Schema): unknown {
  const fields = Object.entries(schema.entries ?? {});
  const needed = fields.filter(([, { type }]) => type !== 'optional').map(([name, field]) => [name, buildValue(field)]);
  const value = Object.fromEntries(needed) as object;
  const values = [value, ...fields.map(([name, field]) => ({ ...value, [name]: buildValue(field.wrapped ?? field) }))];
  return values.find((sample) => v.safeParse(schema, sample).success) ?? value;
}

function buildValue(schema: Schema): unknown {
  const { type, options = [], wrapped, item } = schema;
  switch (type) {
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return buildObject(schema);
    case 'picklist':
      return options[0];
    case 'literal':
      return schema.literal;
    case 'nullable':
      return wrapped && buildValue(wrapped);
    case 'array':
      return item && [buildValue(item)];
    case 'record': {
      const [key, entry] = [schema.key, schema.value];
      return key && entry ? { [String(buildValue(key))]: buildValue(entry) } : {};
    }
    case 'union':
    case 'variant':
      return buildValue(options[0] as Schema);
    case 'boolean':
      return false;
    default:
      return [...(type === 'string' ? TEXTS : NUMBERS)].find((sample) => v.safeParse(schema, sample).success);
  }
}

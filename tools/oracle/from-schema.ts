import fc from 'fast-check';
import type { Schema } from '../../src/platform/http/calls/call.ts';

/** The parts of a valibot schema that decide what it takes. */
interface Described {
  type: string;
  wrapped?: Described;
  entries?: Record<string, Described>;
  item?: Described;
  options?: readonly unknown[];
  literal?: unknown;
  pipe?: readonly Described[];
}

/** Values of the demo's catalogue, by the name of a field. */
const PLAUSIBLE: Readonly<Record<string, readonly unknown[]>> = {
  id: [52, 53, 54, 201, 202, 301, 1001, 1002, 401, 501, 901, 902, 1, 2, 999_999],
  mobile: ['09121234567', '۰۹۱۲۱۲۳۴۵۶۷', '+989121234567', '0912', ''],
  password: ['1234', '۱۲۳۴', '0000', ''],
  query: ['نادر', 'جدايي', 'sep', 'فیلم کمدی دهه هشتاد', 'x', '%', '"', 'ا'.repeat(200)],
  slug: ['parde-1', 'parde-cinema', 'drama', 'none'],
  key: ['drama', 'classics', 'mark', 'none'],
  group: ['iranian-actors', 'none'],
  amount: [10_000, 50_000, 999, 0, -1, 2 ** 53],
  page: [1, 2, 99, 0],
  plan_id: [1, 2, 3, 99],
  payment_method: ['wallet', 'sandbox', 'saman', 'none'],
  pin: ['1234', '12', ''],
  stars: [1, 5, 6],
  text: ['خوب بود', 'see https://example.com', ''],
  items: [[901], [901, 902], [], [999_999]],
};

const JUNK = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', '0', [], {}, -1, 1.5, 1e21, '\u0000', '\ud800', '‏'),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

/** Mostly inputs that a call takes; some fields are junk or missing. */
export function generateInput(schema: Schema): fc.Arbitrary<unknown> {
  return build(schema, '');
}

function build(schema: Described, name: string): fc.Arbitrary<unknown> {
  const plausible = PLAUSIBLE[name] ?? (name.endsWith('id') ? PLAUSIBLE['id'] : undefined);
  const typical = buildByType(schema, name);
  if (name === '') return typical;
  const choices = [
    { weight: 1, arbitrary: JUNK },
    { weight: 6, arbitrary: typical },
  ];
  return fc.oneof(...choices, ...(plausible ? [{ weight: 12, arbitrary: fc.constantFrom(...plausible) }] : []));
}

function buildByType(schema: Described, name: string): fc.Arbitrary<unknown> {
  const { type, wrapped, entries, item, options } = schema;
  if (wrapped) return fc.oneof(fc.constant(undefined), build(wrapped, name));
  if (entries && type !== 'picklist') {
    return fc.record(Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, build(value, key)])));
  }
  if (item) return fc.array(build(item, name), { maxLength: 3 });
  if (type === 'picklist' && options) return fc.constantFrom(...options);
  if (options) return fc.oneof(...options.map((option) => build(option as Described, name)));
  if (type === 'literal') return fc.constant(schema.literal);
  if (type === 'boolean') return fc.boolean();
  if (type === 'number') return fc.oneof(fc.integer({ min: -1, max: 2000 }), fc.double());
  return fc.string({ maxLength: 40 });
}

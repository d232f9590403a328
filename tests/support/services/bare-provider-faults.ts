/** Faults of the bare provider (tests/support/services/bare-provider.ts). This file imports nothing of the product. */
export const FAULTS = [
  'missing fields',
  'extra fields',
  'strings for numbers',
  'nulls',
  'HTML',
  '500',
  '401',
  '429',
  'slow',
  'closed connection',
] as const;
export type Fault = (typeof FAULTS)[number];

/** The fields without which an answer names nothing: they stay where others go. */
const CORE = new Set([
  'data',
  'user',
  'token',
  'id',
  'type',
  'pay_url',
  'banks',
  'subscriptions',
  'sliders',
  'toman',
  'my_credit',
  'status',
]);

export function spoil(value: unknown, fault: Fault | null): unknown {
  if (Array.isArray(value)) return value.map((one) => spoil(one, fault));
  if (typeof value === 'number' && fault === 'strings for numbers') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([name]) => fault !== 'missing fields' || CORE.has(name) || /^\d+$/.test(name) || name === 'name_fa')
    .map(([name, one]) => [
      name,
      fault === 'nulls' && !CORE.has(name) && !/^\d+$/.test(name) && name !== 'name_fa' ? null : spoil(one, fault),
    ]);
  return {
    ...Object.fromEntries(entries),
    ...(fault === 'extra fields' ? { surprise: { deep: [1, '<b>x</b>'] }, added_at: 86_400 } : {}),
  };
}

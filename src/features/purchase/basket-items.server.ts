import { BASKET_MAX } from '../payments/config.ts';

const ID = /^[1-9]\d{0,8}$/;

export function readItems(fields: FormData | URLSearchParams): number[] {
  const ids = fields.getAll('items').filter((item) => typeof item === 'string' && ID.test(item));
  return [...new Set(ids.map(Number))].slice(0, BASKET_MAX);
}

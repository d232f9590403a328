import { CART_MAX } from '../payments/config.ts';

const ID = /^[1-9]\d{0,8}$/;

/** The `items` of a form or an address, each once and no more than a cart holds; what is no id is passed over. */
export function readItems(fields: FormData | URLSearchParams): number[] {
  const ids = fields.getAll('items').filter((item) => typeof item === 'string' && ID.test(item));
  return [...new Set(ids.map(Number))].slice(0, CART_MAX);
}

import type { Env } from './env.ts';

/** Who sells, as invoices name it; '' for what the settings do not say. */
export interface Seller {
  name: string;
  economic_code: string;
  national_id: string;
  registration: string;
  address: string;
  postal_code: string;
  phone: string;
}

/** Null without a name: nothing is invented in its place. */
export function readSeller(env: Partial<Env>): Seller | null {
  const read = (text: string | undefined) => text?.trim() ?? '';
  const name = read(env.SELLER_NAME);
  if (name === '') return null;
  return {
    name,
    economic_code: read(env.SELLER_ECONOMIC_CODE),
    national_id: read(env.SELLER_NATIONAL_ID),
    registration: read(env.SELLER_REGISTRATION),
    address: read(env.SELLER_ADDRESS),
    postal_code: read(env.SELLER_POSTAL_CODE),
    phone: read(env.SELLER_PHONE),
  };
}

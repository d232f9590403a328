import * as v from 'valibot';
import { siteBrand } from './contract.ts';
import { toBrand, type BrandValue } from './brand-rules.ts';
import { siteValue } from './texts-contract.ts';
import type { Brand } from '../../platform/config/brand.ts';

/** A brand that is not saved, as a parameter of a preview's address. */
export const writeBrand = (value: BrandValue): string => JSON.stringify(value);

const draft = v.pipe(v.string(), v.maxLength(2000), v.parseJson(), siteValue);

/** Null for anything that could not be saved, but for its contrast. */
export function readBrand(text: string): Brand | null {
  const value = v.safeParse(draft, text);
  if (!value.success || value.output.part !== 'brand') return null;
  const brand = v.safeParse(siteBrand, toBrand(value.output));
  return brand.success ? brand.output : null;
}

import { AsyncLocalStorage } from 'node:async_hooks';
import brand from '../config/brand.json' with { type: 'json' };
import { BUILT_IN_BRAND, type Brand } from '../config/brand.ts';
import { useNamesFrom } from './brand-name.ts';

const storage = new AsyncLocalStorage<Brand>();
let present = BUILT_IN_BRAND;
useNamesFrom((kind, locale) => getBrand()[kind][locale]);

/** Of the page that is rendered, else as this process read it last. */
export const getBrand = (): Brand => storage.getStore() ?? present;

export function setBrand(next: Brand): void {
  present = next;
}

export function runWithBrand<T>(page: Brand, work: () => T): T {
  return storage.run(page, work);
}

/** The name in Latin letters without spaces, for files and templates of SMS. */
export function getBrandSlug(): string {
  const { name } = getBrand();
  const slug = name.en.toLowerCase().replace(/[^a-z\d]+/g, '-');
  return slug.replace(/^-|-$/g, '') || brand.slug;
}

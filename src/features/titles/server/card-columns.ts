import { titles } from './schema.ts';

/**
 * What a poster card needs, named as the contract's `card` names it. In a batch, a joined table must not bring
 * another column of one of these names: D1 answers batches as objects, and the later column would win.
 */
export const cardColumns = {
  id: titles.id,
  kind: titles.kind,
  name_fa: titles.nameFa,
  name_en: titles.nameEn,
  year: titles.year,
  minutes: titles.minutes,
  age: titles.age,
  rating: titles.rating,
  access: titles.access,
  release: titles.release,
  iranian: titles.iranian,
  art: titles.art,
};

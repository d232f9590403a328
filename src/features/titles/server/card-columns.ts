import { titles } from './schema.ts';
import { selectRelease } from './release.ts';

/** D1 answers a batch as objects: a joined table's column of the same name would overwrite one of these. Epoch seconds. */
export function selectCard(now: number) {
  return {
    id: titles.id,
    kind: titles.kind,
    name_fa: titles.nameFa,
    name_en: titles.nameEn,
    year: titles.year,
    minutes: titles.minutes,
    age: titles.age,
    rating: titles.rating,
    access: titles.access,
    release: selectRelease(now).as('release'),
    iranian: titles.iranian,
    art: titles.art,
  };
}

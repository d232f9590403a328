import { isIranian } from '../../../tools/seed/iranian.ts';
import { readCatalogue } from '../../../tools/seed/read-catalogue.ts';
import { synthesizer, type SynthRow } from '../../../tools/synth/synthesize.ts';
import type { SearchSubject } from '../../../src/features/search/query/search-doc.ts';

const FIRST_TITLE = 1_000_000;
const FIRST_PERSON = 100_000;

/** Search subjects of `npm run synth -- <count>`: its titles, and each of their people once. */
export function* subjects(count: number): Generator<SearchSubject> {
  const make = synthesizer(readCatalogue());
  const people = new Set<string>();
  for (let at = 0; at < count; at += 1) {
    const row = make(at + 1);
    yield toTitleSubject(FIRST_TITLE + at, row);
    for (const { name_fa, name_en } of [...row.directors, ...row.cast]) {
      if (people.has(name_fa)) continue;
      people.add(name_fa);
      yield {
        ...NOTHING,
        ...{ type: 'person', id: FIRST_PERSON + people.size, nameFa: name_fa, nameEn: name_en, views: row.views },
      };
    }
  }
}

const NOTHING = { slug: null, nameLatin: '', year: null, iranian: false, art: null, age: 0 };

function toTitleSubject(id: number, row: SynthRow): SearchSubject {
  return {
    ...NOTHING,
    type: row.kind,
    id,
    nameFa: row.name_fa,
    nameEn: row.name_en,
    nameLatin: row.name_latin,
    year: row.year,
    iranian: isIranian(row),
    views: row.views,
    age: row.age,
  };
}

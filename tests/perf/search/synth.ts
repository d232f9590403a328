import { isIranian } from '../../../scripts/seed/iranian.ts';
import { fraction } from '../../../scripts/seed/hash.ts';
import { readCatalogue } from '../../../scripts/seed/read-catalogue.ts';
import type { SearchSubject } from '../../../src/domain/search/search-doc.ts';

interface Names {
  nameFa: string;
  nameEn: string;
  nameLatin: string;
}

/**
 * `count` titles and a fifth as many people whose names are recombined from the demo catalogue, the same at every call.
 * Stands in for `npm run synth`: whatever gives SearchSubjects may take its place.
 */
export function* subjects(count: number): Generator<SearchSubject> {
  const { titles, people } = readCatalogue();
  for (let at = 0; at < count; at += 1) {
    const pick = picker(`title/${String(at)}`);
    const [first, second] = [pick(titles), pick(titles)];
    yield {
      ...recombined(namesOf(first), namesOf(second), pick),
      type: first.kind,
      id: 1_000_000 + at,
      slug: null,
      year: 1950 + Math.floor(76 * pick.next()),
      iranian: isIranian(first),
      art: null,
      // Few are watched much: the spread of views follows Zipf.
      views: Math.round(2_000_000 / (1 + count * pick.next())),
      age: second.age,
    };
  }
  for (let at = 0; at < count / 5; at += 1) {
    const pick = picker(`person/${String(at)}`);
    const [given, family] = [pick(people), pick(people)];
    const name = (key: 'name_fa' | 'name_en') =>
      `${given[key].split(' ')[0] ?? ''} ${family[key].split(' ').slice(1).join(' ')}`.trim();
    yield {
      ...{
        nameFa: name('name_fa'),
        nameEn: name('name_en'),
        nameLatin: '',
        type: 'person',
        id: 100_000 + at,
        slug: null,
      },
      ...{ year: null, iranian: false, art: null, views: Math.round(200_000 / (1 + count * pick.next())), age: 0 },
    };
  }
}

type Title = ReturnType<typeof readCatalogue>['titles'][number];

function namesOf({ name_fa, name_en, name_latin }: Title): Names {
  return { nameFa: name_fa, nameEn: name_en, nameLatin: name_latin };
}

/** The beginning of one name and the end of another, in each of the three spellings. */
function recombined(first: Names, second: Names, { next }: { next: () => number }): Names {
  const [from, to] = [next(), next()];
  const join = (a: string, b: string) => {
    const [one, other] = [a.split(' '), b.split(' ')];
    const head = one.slice(0, 1 + Math.floor(from * one.length));
    return [...head, ...other.slice(Math.floor(to * other.length))].join(' ');
  };
  return {
    nameFa: join(first.nameFa, second.nameFa),
    nameEn: join(first.nameEn, second.nameEn),
    nameLatin: join(first.nameLatin, second.nameLatin),
  };
}

/** Picks that follow from a seed. */
export function picker(seed: string) {
  let turn = 0;
  const next = () => fraction(`${seed}/${String(turn++)}`);
  const pick = <T>(from: readonly T[]): T => {
    const found = from[Math.floor(next() * from.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  };
  return Object.assign(pick, { next });
}

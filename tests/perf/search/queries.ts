import type { SearchSubject } from '../../../src/features/search/query/search-doc.ts';
import { CLASSES, RULES, type Names, type QueryClass } from '../../search-queries/rules.ts';
import { picker } from '../../search-queries/picker.ts';

export interface Query {
  kind: QueryClass;
  text: string;
}

/** `perClass` queries of each class, made by the rules of tests/search-queries from the names of a large catalogue. */
export function sampleQueries(subjects: readonly SearchSubject[], perClass: number): Query[] {
  const subjectNames = subjects.map(({ nameFa, nameEn, nameLatin }): Names => ({
    fa: nameFa,
    en: nameEn,
    latin: nameLatin,
  }));
  return CLASSES.flatMap((kind) => {
    const pick = picker(`queries/${kind}`);
    const texts: string[] = [];
    while (texts.length < perClass) {
      const names = pick(subjectNames);
      const made = kind === 'prefix' ? prefixes(names) : RULES[kind](names, pick);
      if (made.length > 0) texts.push(pick(made));
    }
    return texts.map((text) => ({ kind, text }));
  });
}

/** As names are typed: letter by letter from the third on. */
function prefixes({ fa, en }: Names): string[] {
  return [fa, en].flatMap((name) => [3, 4, 5, 6, 7, 8].map((length) => name.slice(0, length).trim()));
}

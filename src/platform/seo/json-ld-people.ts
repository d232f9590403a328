import type { Person } from 'schema-dts';
import type { Crumb } from './json-ld.ts';

interface PersonFacts {
  name: string;
  alternateName: string;
  url: string;
  image: string | null;
  born: number | null; // Gregorian
  jobs: readonly string[];
  colleagues: readonly Crumb[];
}

export function personProfile(facts: PersonFacts): Exclude<Person, string> {
  return {
    '@type': 'Person',
    name: facts.name,
    alternateName: facts.alternateName,
    url: facts.url,
    jobTitle: [...facts.jobs],
    ...(facts.image !== null && { image: facts.image }),
    ...(facts.born !== null && { birthDate: String(facts.born) }),
    ...(facts.colleagues.length > 0 && {
      colleague: facts.colleagues.map((colleague) => ({ '@type': 'Person' as const, ...colleague })),
    }),
  };
}

import type { Person } from 'schema-dts';
import type { Crumb } from './json-ld.ts';

interface PersonFacts {
  name: string;
  /** In the other script. */
  alternateName: string;
  /** Absolute, as is the image. */
  url: string;
  image: string | null;
  /** Year, Gregorian. */
  born: number | null;
  jobs: readonly string[];
  colleagues: readonly Crumb[];
}

/** schema.org Person, whole: for the person's own page. */
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
      colleague: facts.colleagues.map((one) => ({ '@type': 'Person' as const, ...one })),
    }),
  };
}

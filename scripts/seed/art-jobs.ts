import type { ArtTitle } from '../art/poster.ts';
import type { Catalogue } from './schema.ts';

/** One piece of art to be drawn; `name` is its key without the hash, by which rows ask for it. */
export type ArtJob =
  | { name: string; draw: 'poster' | 'backdrop'; subject: ArtTitle }
  | { name: string; draw: 'portrait'; subject: { slug: string; name_fa: string; name_en: string } }
  | { name: string; draw: 'cover'; subject: { slug: string; name_fa: string; issue_fa: string; number: number } }
  | { name: string; draw: 'logo'; subject: { slug: string; name_fa: string; colour: string } };

/** All the art of a catalogue: two for each title, one for each person, issue and channel. */
export function artJobs({ titles, people, magazines, channels }: Catalogue): ArtJob[] {
  const names = new Map(people.map(({ slug, name_fa }) => [slug, name_fa]));
  return [
    ...titles.flatMap(({ id, name_fa, name_en, year, genres, countries, crew }): ArtJob[] => {
      const director = crew.find(({ job }) => job === 'director')?.person;
      const director_fa = director === undefined ? undefined : names.get(director);
      const subject = {
        id,
        name_fa,
        name_en,
        year,
        genres,
        countries,
        ...(director_fa !== undefined && { director_fa }),
      };
      return [
        { name: `poster-${String(id)}`, draw: 'poster', subject },
        { name: `backdrop-${String(id)}`, draw: 'backdrop', subject },
      ];
    }),
    ...people.map(({ slug, name_fa, name_en }): ArtJob => {
      return { name: `portrait-${slug}`, draw: 'portrait', subject: { slug, name_fa, name_en } };
    }),
    ...magazines.flatMap(({ slug, title, issues }) =>
      issues.map(({ number, name_fa }): ArtJob => {
        const subject = { slug, name_fa: title, issue_fa: name_fa, number };
        return { name: `cover-${slug}-${String(number)}`, draw: 'cover', subject };
      }),
    ),
    ...channels.map(({ slug, name_fa, colour }): ArtJob => {
      return { name: `logo-${slug}`, draw: 'logo', subject: { slug, name_fa, colour } };
    }),
  ];
}

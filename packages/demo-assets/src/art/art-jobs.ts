import type { ArtTitle } from './poster.ts';

/** One piece of art to be drawn; `name` is its key without the hash, by which rows ask for it. */
export type ArtJob =
  | { name: string; draw: 'poster' | 'backdrop'; subject: ArtTitle }
  | { name: string; draw: 'portrait'; subject: { slug: string } }
  | { name: string; draw: 'cover'; subject: { slug: string; number: number } }
  | { name: string; draw: 'logo'; subject: { slug: string; colour: string } };

/** The fields of a catalogue that the art reads. `colour` is a CSS colour of six hex digits. */
export interface ArtCatalogue {
  titles: readonly ArtTitle[];
  people: readonly { slug: string }[];
  magazines: readonly { slug: string; issues: readonly { number: number }[] }[];
  channels: readonly { slug: string; colour: string }[];
}

/** All the art of a catalogue: two for each title, one for each person, issue and channel. */
export function artJobs({ titles, people, magazines, channels }: ArtCatalogue): ArtJob[] {
  return [
    ...titles.flatMap(({ id, name_en, year, genres, countries }): ArtJob[] => {
      const subject = { id, name_en, year, genres, countries };
      return [
        { name: `poster-${String(id)}`, draw: 'poster', subject },
        { name: `backdrop-${String(id)}`, draw: 'backdrop', subject },
      ];
    }),
    ...people.map(({ slug }): ArtJob => ({ name: `portrait-${slug}`, draw: 'portrait', subject: { slug } })),
    ...magazines.flatMap(({ slug, issues }) =>
      issues.map(({ number }): ArtJob => {
        const subject = { slug, number };
        return { name: `cover-${slug}-${String(number)}`, draw: 'cover', subject };
      }),
    ),
    ...channels.map(({ slug, colour }): ArtJob => {
      return { name: `logo-${slug}`, draw: 'logo', subject: { slug, colour } };
    }),
  ];
}

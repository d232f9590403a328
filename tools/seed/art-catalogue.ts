import type { ArtCatalogue } from '@pardeh/demo-assets/art/jobs';
import { listProgrammes } from './channel-rows.ts';
import { isIranian } from './iranian.ts';
import { castsGroups } from './people-rows.ts';
import { rowsInSight } from './rows-in-sight.ts';
import type { Catalogue, Title } from './schema.ts';
import { listTitleStills, MARKED, nameEpisodeStill } from './stills.ts';
import { isWoman } from './women.ts';

/** A catalogue as its art is drawn from: with the order of its pages, stills and wordmarks. */
export function artCatalogue(catalogue: Catalogue): ArtCatalogue {
  const { titles, people, magazines, channels, genres } = catalogue;
  const groups = castsGroups(catalogue);
  const foreign = new Set(titles.filter((title) => !isIranian(title)).flatMap(listPeople));
  const iranians = new Set(titles.filter(isIranian).flatMap(listPeople));
  const works = listCountries(titles);
  return {
    titles,
    magazines,
    channels,
    people: people.map((person) => {
      const { slug, born } = person;
      const iranian = iranians.has(slug) && !(foreign.has(slug) && groups.get(slug) === 'foreign_actor');
      return { slug, born, female: isWoman(person), iranian, countries: iranian ? ['IR'] : works.get(slug) };
    }),
    programmes: listProgrammes(catalogue),
    rows: rowsInSight(catalogue),
    stills: new Map(titles.map((title) => [title.id, listTitleStills(title)])),
    episodeStills: new Map(titles.map((title) => [title.id, listEpisodeStills(title)])),
    marks: titles.filter(({ name_en }) => MARKED.has(name_en)).map(({ id }) => id),
    genres: genres.map(({ key }) => key),
  };
}

/** The countries of each person's works. */
function listCountries(titles: readonly Title[]): Map<string, string[]> {
  const works = new Map<string, string[]>();
  for (const title of titles)
    for (const slug of listPeople(title)) works.set(slug, [...(works.get(slug) ?? []), ...title.countries]);
  return works;
}

function listPeople(title: Title): string[] {
  return [...title.cast, ...title.crew].map(({ person }) => person);
}

function listEpisodeStills({ seasons = [] }: Title): string[] {
  return seasons.flatMap(({ episodes }) => episodes.map(({ id }) => nameEpisodeStill(id)));
}

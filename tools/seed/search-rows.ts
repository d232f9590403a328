import type { SearchType } from '../../src/features/search/query/doc-id.ts';
import {
  DOC_COLUMNS,
  INDEX_COLUMNS,
  PERSON_VIEWS_SHARE,
  buildSearchRows,
  SECTION_VIEWS,
  WORD_COLUMNS,
  buildWordRows,
} from '../../src/features/search/query/search-doc.ts';
import type { SearchSubject } from '../../src/features/search/query/search-doc.ts';
import { isIranian } from './iranian.ts';
import type { ArtKey } from './rows.ts';
import type { Catalogue, Title } from './schema.ts';
import type { Table } from './table.ts';
import { computeViews } from './views.ts';

/** The rows of the three search tables. Episodes are not searched. */
export function searchTables(catalogue: Catalogue, personIds: Map<string, number>, art: ArtKey): Table[] {
  const subjects = [
    ...catalogue.titles.map((title) => titleSubject(title, art)),
    ...peopleSubjects(catalogue, personIds, art),
    ...sectionSubjects(catalogue, art),
  ];
  const rows = subjects.map(buildSearchRows);
  const words = [...new Set(rows.flatMap((row) => row.words))];
  return [
    { name: 'search_docs', columns: DOC_COLUMNS, rows: rows.map(({ doc }) => doc) },
    { name: 'search_index', columns: INDEX_COLUMNS, rows: rows.map(({ index }) => index) },
    { name: 'search_words', columns: WORD_COLUMNS, rows: words.flatMap(buildWordRows) },
  ];
}

function titleSubject(title: Title, art: ArtKey): SearchSubject {
  return {
    type: title.kind,
    id: title.id,
    slug: null,
    nameFa: title.name_fa,
    nameEn: title.name_en,
    nameLatin: title.name_latin,
    year: title.year,
    iranian: isIranian(title),
    art: art(`poster-${String(title.id)}`),
    views: computeViews(title),
    age: title.age,
  };
}

function peopleSubjects({ titles, people }: Catalogue, ids: Map<string, number>, art: ArtKey): SearchSubject[] {
  const fame = computeFame(titles);
  return people.map(({ slug, name_fa, name_en }) =>
    section('person', ids.get(slug) ?? 0, null, [name_fa, name_en], {
      art: art(`portrait-${slug}`),
      views: Math.round((fame.get(slug) ?? 0) * PERSON_VIEWS_SHARE),
    }),
  );
}

function sectionSubjects({ genres, channels, magazines }: Catalogue, art: ArtKey): SearchSubject[] {
  const views = SECTION_VIEWS;
  return [
    ...genres.map(({ key, label_fa, label_en }, at) =>
      section('genre', at + 1, key, [label_fa, label_en], { art: null, views }),
    ),
    ...channels.map(({ id, slug, name_fa, name_en }) =>
      section('channel', id, slug, [name_fa, name_en], { art: art(`logo-${slug}`), views }),
    ),
    // With the covers of the tables, once these are written.
    ...magazines.map(({ id, slug, title, title_en }) =>
      section('magazine', id, slug, [title, title_en], { art: null, views }),
    ),
  ];
}

/** A subject that is not a title: without year, rating and transliteration. */
function section(
  type: SearchType,
  id: number,
  slug: string | null,
  [nameFa, nameEn]: [string, string],
  rest: Pick<SearchSubject, 'art' | 'views'>,
): SearchSubject {
  return { type, id, slug, nameFa, nameEn, nameLatin: '', year: null, iranian: false, age: 0, ...rest };
}

/** Views of each person's most watched work. */
function computeFame(titles: Catalogue['titles']): Map<string, number> {
  const fame = new Map<string, number>();
  for (const title of titles) {
    for (const { person } of [...title.cast, ...title.crew]) {
      fame.set(person, Math.max(fame.get(person) ?? 0, computeViews(title)));
    }
  }
  return fame;
}

import { foldForSearch, foldJoined } from '../../src/domain/persian-text.ts';
import { isIranian } from './iranian.ts';
import type { ArtKey } from './rows.ts';
import type { Catalogue } from './schema.ts';
import type { Table } from './table.ts';
import { viewsOf } from './views.ts';

/** People stand below titles of the same relevance: whoever types a name of both means the title. */
const PERSON_SHARE = 0.1;

/** The rows of search_docs and of its full-text index; both go by the same row number. Episodes are not searched. */
export function searchTables({ titles, people }: Catalogue, personIds: Map<string, number>, art: ArtKey): Table[] {
  const fame = fameOf(titles);
  const docs = [
    ...titles.map((title) => ({
      type: title.kind,
      refId: title.id,
      nameFa: title.name_fa,
      nameEn: title.name_en,
      year: title.year,
      iranian: Number(isIranian(title)),
      art: art(`poster-${String(title.id)}`),
      views: viewsOf(title),
      names: spellings([title.name_fa, title.name_en, title.name_latin]),
    })),
    ...people.map((person) => ({
      type: 'person',
      refId: personIds.get(person.slug),
      nameFa: person.name_fa,
      nameEn: person.name_en,
      year: null,
      iranian: 0,
      art: art(`portrait-${person.slug}`),
      views: Math.round((fame.get(person.slug) ?? 0) * PERSON_SHARE),
      names: spellings([person.name_fa, person.name_en]),
    })),
  ];
  return [
    {
      name: 'search_docs',
      columns: ['id', 'type', 'ref_id', 'name_fa', 'name_en', 'year', 'iranian', 'art', 'views', 'names'],
      rows: docs.map((doc, index) => [
        ...[index + 1, doc.type, doc.refId, doc.nameFa, doc.nameEn, doc.year, doc.iranian, doc.art, doc.views],
        `\n${doc.names.join('\n')}\n`,
      ]),
    },
    {
      name: 'search_index',
      columns: ['rowid', 'words'],
      rows: docs.map((doc, index) => [index + 1, doc.names.join(' ')]),
    },
  ];
}

/** How often each person's most watched work was watched. */
function fameOf(titles: Catalogue['titles']): Map<string, number> {
  const fame = new Map<string, number>();
  for (const title of titles) {
    for (const { person } of [...title.cast, ...title.crew]) {
      fame.set(person, Math.max(fame.get(person) ?? 0, viewsOf(title)));
    }
  }
  return fame;
}

/** Each name folded, with ZWNJ words in two parts and in one; equal spellings once. */
function spellings(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => [foldForSearch(name), foldJoined(name)]))].filter((name) => name !== '');
}

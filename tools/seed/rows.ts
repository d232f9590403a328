import type { AppDetails } from '../../src/features/site/contract.ts';
import { foldForSearch, sortKey } from '../../src/platform/text/persian-text.ts';
import { channelTables } from './channel-rows.ts';
import { titlesOfList, slideIds } from './lists.ts';
import { castsGroups, personIds } from './people-rows.ts';
import { mediaFacts } from './media-facts.ts';
import type { Catalogue, SeedCategory } from './schema.ts';
import { salesTables } from './sales-rows.ts';
import { searchTables } from './search-rows.ts';
import type { Table } from './table.ts';
import { titleTables } from './title-rows.ts';

/** The R2 key of a piece of art by its name (`poster-101`), or null while there is none. */
export type ArtKey = (name: string) => string | null;

/** Every catalogue table with its rows; search has no title of `hidden`. */
export function catalogueTables(
  catalogue: Catalogue,
  details: AppDetails,
  art: ArtKey,
  hidden: ReadonlySet<number> = new Set(),
): Table[] {
  const people = personIds(catalogue.people);
  const groups = castsGroups(catalogue);
  const visible = catalogue.titles.filter(({ id }) => !hidden.has(id));
  return [
    ...titleTables(catalogue, people, art),
    table(
      'people',
      ['id', 'slug', 'name_fa', 'name_en', 'group_name', 'born', 'art', 'sort_key', 'latin_key'],
      catalogue.people,
      (person) => [
        people.get(person.slug),
        person.slug,
        person.name_fa,
        person.name_en,
        groups.get(person.slug),
        person.born,
        art(`portrait-${person.slug}`),
        sortKey(person.name_fa),
        foldForSearch(person.name_en),
      ],
    ),
    table('genres', ['key', 'label_fa', 'label_en', 'position', 'art'], catalogue.genres, (genre, at) => [
      ...[genre.key, genre.label_fa, genre.label_en, at],
      art(`still-genre-${genre.key}`),
    ]),
    mediaFacts(),
    table(
      'lists',
      ['key', 'name_fa', 'name_en', 'position', 'layout', 'line_fa', 'line_en', 'chart'],
      catalogue.lists,
      ({ key, name_fa, name_en, layout, line_fa, line_en, chart }, at) => [
        ...[key, name_fa, name_en, at],
        ...[layout, line_fa ?? null, line_en ?? null, chart ?? null],
      ],
    ),
    table(
      'list_titles',
      ['list', 'position', 'title_id'],
      catalogue.lists.flatMap((list) =>
        titlesOfList(list, catalogue.titles).map((id, at) => ({ key: list.key, id, at })),
      ),
      ({ key, id, at }) => [key, at + 1, id],
    ),
    table('sliders', ['position', 'title_id'], slideIds(catalogue.titles), (id, at) => [at, id]),
    categoryTable(catalogue.categories),
    ...channelTables(catalogue, art),
    ...magazineTables(catalogue, art),
    planTable(catalogue),
    table('chapters', ['media', 'starts', 'ends', 'name_fa', 'name_en'], catalogue.chapters, (chapter) => [
      ...[chapter.media, chapter.starts, chapter.ends],
      ...[chapter.name_fa, chapter.name_en],
    ]),
    table('markers', ['media', 'kind', 'starts', 'ends'], catalogue.markers, (marker) => [
      ...[marker.media, marker.kind, marker.starts, marker.ends],
    ]),
    ...salesTables(catalogue),
    screeningTable(catalogue),
    table('settings', ['key', 'value'], [JSON.stringify(details)], (json) => ['app_details', json]),
    ...searchTables({ ...catalogue, titles: visible }, people, art),
  ];
}

/** A table from entries, each made into the values of one row. */
function table<T>(
  name: string,
  columns: string[],
  entries: readonly T[],
  row: (entry: T, at: number) => Table['rows'][number],
): Table {
  return { name, columns, rows: entries.map(row) };
}

function categoryTable(roots: readonly SeedCategory[]): Table {
  const entries = roots.flatMap((root) => [
    { category: root, parent: null },
    ...root.child_categories.map((category) => ({ category, parent: root.category_id })),
  ]);
  const columns = ['id', 'slug', 'persian_name', 'english_name', 'parent_id', 'filter', 'position'];
  return table('categories', columns, entries, ({ category, parent }, at) => {
    const { category_id, cat_id, persian_name, english_name, genres, countries = [], kinds = [] } = category;
    return [category_id, cat_id, persian_name, english_name, parent, JSON.stringify({ genres, countries, kinds }), at];
  });
}

function magazineTables({ magazines }: Catalogue, art: ArtKey): Table[] {
  const issues = magazines.flatMap(({ id, slug, issues: list }) => list.map((issue) => ({ id, slug, ...issue })));
  return [
    table(
      'magazines',
      ['id', 'slug', 'title', 'title_en', 'kind', 'synopsis_fa', 'synopsis_en', 'art'],
      magazines,
      ({ id, slug, title, title_en, kind, synopsis_fa, synopsis_en, issues: list }) => [
        ...[id, slug, title, title_en, kind, synopsis_fa, synopsis_en],
        // A magazine shows the cover of its newest issue; the studio has none, and a cover of number 0.
        list.length > 0 ? null : art(`cover-${slug}-0`),
      ],
    ),
    table('issues', ['magazine_id', 'number', 'date', 'name_fa', 'name_en', 'art'], issues, (issue) => [
      issue.id,
      issue.number,
      issue.date,
      issue.name_fa,
      issue.name_en,
      art(`cover-${issue.slug}-${String(issue.number)}`),
    ]),
  ];
}

function screeningTable({ screenings }: Catalogue): Table {
  const seconds = (instant: string) => Date.parse(instant) / 1000;
  return table('screenings', ['id', 'title_id', 'starts_at', 'ends_at', 'hours', 'toman'], screenings, (screening) => [
    ...[
      screening.id,
      screening.title,
      seconds(screening.starts),
      seconds(screening.ends),
      screening.hours,
      screening.toman,
    ],
  ]);
}

function planTable({ plans }: Catalogue): Table {
  const columns = ['id', 'name_fa', 'name_en', 'toman', 'days', 'description', 'description_en'];
  return table('plans', [...columns, 'discount_percent', 'discount_price', 'discount_day'], plans, (plan) => [
    ...[plan.id, plan.name_fa, plan.name_en, plan.toman, plan.days, plan.description, plan.description_en],
    plan.discount?.discount_percent,
    plan.discount?.discount_price,
    plan.discount?.discount_day,
  ]);
}

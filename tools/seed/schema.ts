import * as v from 'valibot';
import { salesEntries } from './sales-schema.ts';
import { titleColumns, type TitleColumn } from '../../src/features/titles/title-columns.ts';
import { describeColumn } from '../../src/platform/db/columns.ts';
import { MARKER_KINDS } from '../../src/features/titles/markers.ts';
import { CHART_KINDS, LIST_LAYOUTS } from '../../src/platform/kinds.ts';

/** The shapes of seed/catalogue: a slip in the data is found by its path and not on a page. */
const text = v.pipe(v.string(), v.nonEmpty());
const integer = v.pipe(v.number(), v.integer());
const isoDate = v.pipe(v.string(), v.isoDate());
/** An instant with its offset from UTC. */
const instant = v.pipe(v.string(), v.isoTimestamp());
const country = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/));
const language = v.pipe(v.string(), v.regex(/^[a-z]{2}$/));
const titleKind = v.picklist(['movie', 'series', 'video']);
const names = { name_fa: text, name_en: text };
const synopses = { synopsis_fa: text, synopsis_en: text };

const person = v.strictObject({
  slug: v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  ...names,
  group: v.picklist(['iranian_actor', 'foreign_actor', 'director']),
  born: v.optional(integer),
});

const episode = v.strictObject({
  id: integer,
  number: integer,
  name_fa: v.optional(text),
  name_en: v.optional(text),
  minutes: integer,
  synopsis_fa: v.optional(text),
  synopsis_en: v.optional(text),
  release_date: v.optional(isoDate),
});

/** The columns of a title that title-rows.ts decides; the files hold the others. */
const DECIDED = [
  'views',
  'iranian',
  'art',
  'art_en',
  'backdrop',
  'focus_x',
  'focus_y',
  'logo_fa',
  'logo_en',
  'still',
  'trailer',
  'series_id',
  'season',
  'number',
  'media',
  'updated_at',
] as const;
const DECIDED_COLUMNS = new Set<string>(DECIDED satisfies readonly TitleColumn[]);
type SeedColumn = Exclude<TitleColumn, (typeof DECIDED)[number]>;
type Entry<T> = null extends T ? v.OptionalSchema<v.GenericSchema<NonNullable<T>>, undefined> : v.GenericSchema<T>;
type Entries = { [C in SeedColumn]: Entry<v.InferOutput<(typeof titleColumns)[C]>> };

function toEntry(schema: v.GenericSchema): v.GenericSchema {
  const { type, isOptional, value } = describeColumn(schema);
  const entry = value.type === 'string' ? text : type === 'integer' ? integer : value;
  return isOptional ? v.optional(entry) : entry;
}

const columns = Object.entries(titleColumns).filter(([name]) => !DECIDED_COLUMNS.has(name));
const title = v.strictObject({
  ...(Object.fromEntries(columns.map(([name, schema]) => [name, toEntry(schema)])) as Entries),
  kind: titleKind,
  /** The youngest age that it is meant for. */
  age: v.picklist([0, 7, 12, 15, 18]),
  release_date: v.optional(isoDate),
  countries: v.pipe(v.array(country), v.nonEmpty()),
  languages: v.pipe(v.array(language), v.nonEmpty()),
  genres: v.pipe(v.array(text), v.nonEmpty()),
  cast: v.array(v.strictObject({ person: text, role_fa: v.optional(text), role_en: v.optional(text) })),
  crew: v.array(
    v.strictObject({
      person: text,
      job: v.picklist(['director', 'writer', 'producer', 'composer', 'cinematographer']),
    }),
  ),
  seasons: v.optional(
    v.array(
      v.strictObject({
        ...{ number: integer, year: integer, name_fa: v.optional(text), name_en: v.optional(text) },
        episodes: v.array(episode),
      }),
    ),
  ),
});

const category = {
  category_id: integer,
  cat_id: text,
  persian_name: text,
  english_name: text,
  genres: v.array(text),
  countries: v.optional(v.array(country)),
  kinds: v.optional(v.array(titleKind)),
};

const programme = v.strictObject({ start: integer, minutes: integer, ...names });

/** One file of seed/catalogue: any of these lists. */
export const seedFile = v.strictObject({
  ...salesEntries,
  people: v.optional(v.array(person), []),
  titles: v.optional(v.array(title), []),
  genres: v.optional(v.array(v.strictObject({ key: text, label_fa: text, label_en: text })), []),
  categories: v.optional(
    v.array(
      v.strictObject({
        ...category,
        child_categories: v.array(v.strictObject({ ...category, child_categories: v.tuple([]) })),
      }),
    ),
    [],
  ),
  channels: v.optional(
    v.array(
      v.strictObject({
        id: integer,
        slug: text,
        ...names,
        ...synopses,
        colour: text,
        week: v.pipe(v.array(v.array(programme)), v.length(7)),
      }),
    ),
    [],
  ),
  magazines: v.optional(
    v.array(
      v.strictObject({
        id: integer,
        slug: text,
        title: text,
        title_en: text,
        kind: v.picklist(['magazine', 'newspaper', 'studio']),
        ...synopses,
        issues: v.array(v.strictObject({ number: integer, date: isoDate, ...names })),
      }),
    ),
    [],
  ),
  screenings: v.optional(
    v.array(
      v.strictObject({
        ...{ id: integer, title: integer, starts: instant, ends: instant },
        hours: v.pipe(integer, v.minValue(1)),
        toman: v.pipe(integer, v.minValue(1)),
      }),
    ),
    [],
  ),
  plans: v.optional(
    v.array(
      v.strictObject({
        id: integer,
        ...names,
        toman: integer,
        days: integer,
        description: text,
        description_en: text,
        discount: v.optional(
          v.strictObject({ discount_percent: integer, discount_price: integer, discount_day: v.optional(integer) }),
        ),
      }),
    ),
    [],
  ),
  chapters: v.optional(v.array(v.strictObject({ media: text, starts: integer, ends: integer, ...names })), []),
  markers: v.optional(
    v.array(v.strictObject({ media: text, kind: v.picklist(MARKER_KINDS), starts: integer, ends: integer })),
    [],
  ),
  lists: v.optional(
    v.array(
      v.strictObject({
        key: text,
        ...names,
        layout: v.optional(v.picklist(LIST_LAYOUTS), 'posters'),
        line_fa: v.optional(text),
        line_en: v.optional(text),
        chart: v.optional(v.picklist(CHART_KINDS)),
        titles: v.optional(v.array(integer)),
        rule: v.optional(
          v.strictObject({
            kind: v.optional(titleKind),
            genre: v.optional(text),
            country: v.optional(country),
            notCountry: v.optional(country),
            sort: v.picklist(['newest', 'rating', 'views']),
            limit: v.optional(integer),
          }),
        ),
      }),
    ),
    [],
  ),
});

/** All files of the catalogue in one. In a catalogue for tests, some titles play the films that tests measure. */
export type Catalogue = v.InferOutput<typeof seedFile> & { forTests?: boolean };
export type Title = Catalogue['titles'][number];
export type Person = Catalogue['people'][number];
export type SeedCategory = Catalogue['categories'][number];

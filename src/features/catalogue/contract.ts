import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { reason } from '../../platform/http/calls/reason.ts';
import { RELEASE_STATES, TITLE_KINDS } from '../../platform/kinds.ts';
import { genre, idInput } from '../titles/contract/shapes.ts';
import { ART_FIELDS } from './art-fields.ts';
import { titlePrice } from './price.ts';
import { TITLE_FIELDS, type TitleField } from './title-fields.ts';

/** Titles in the desk, hidden ones too. Epoch seconds; years are Gregorian. */

/** `draft`: it was never out. `scheduled`: it comes out by itself. `hidden`: the desk, a file or its series hides it. */
export const DESK_STATES = [...RELEASE_STATES, 'draft', 'scheduled', 'hidden'] as const;
export type DeskState = (typeof DESK_STATES)[number];

/** `logo`: the lettering of neither language. `stills`: of an episode, its own one. */
export const MISSING_PARTS = ['art', 'backdrop', 'logo', 'stills', 'file'] as const;

/** Days from today on within which the last day of a title is; `any`: some day. */
export const END_SPANS = ['7', '30', 'any'] as const;

const listedTitle = v.object({
  id: v.number(),
  kind: v.picklist(TITLE_KINDS),
  name_fa: v.string(),
  name_en: v.string(),
  /** The names of an episode's series. */
  series_fa: v.nullable(v.string()),
  series_en: v.nullable(v.string()),
  year: v.number(),
  iranian: v.boolean(),
  age: v.number(),
  state: v.picklist(DESK_STATES),
  has_art: v.boolean(),
  /** A series has the files of its episodes. */
  has_file: v.boolean(),
  /** Its last day in Tehran. */
  available_until: v.nullable(v.string()),
  updated_at: v.number(),
});
export type ListedTitle = v.InferOutput<typeof listedTitle>;

export const listDeskTitles = defineCall({
  name: 'listDeskTitles',
  method: 'GET',
  path: '/operator/titles',
  summary:
    'Titles, the newest first, 50 a page; episodes only as a kind. `ends`: those whose last day is near, the soonest first. `query`: the 50 best matches of search, and hidden titles with that text in a name.',
  access: { caller: 'operator', permission: 'titles.read' },
  input: v.object({
    kind: v.optional(v.picklist(TITLE_KINDS)),
    state: v.optional(v.picklist(DESK_STATES)),
    missing: v.optional(v.picklist(MISSING_PARTS)),
    series: v.optional(idInput),
    ends: v.optional(v.picklist(END_SPANS)),
    query: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
    /** Up to 50 numbers by commas, in place of the rest. */
    ids: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}(,\d{1,9}){0,49}$/))),
    /** `next` of the page before. */
    before: v.optional(v.pipe(v.string(), v.regex(/^(\d{4}-\d{2}-\d{2}\.)?[1-9]\d{0,8}$/))),
  }),
  output: v.object({ data: v.array(listedTitle), next: v.nullable(v.string()) }),
});

/** Above the longest value, with what cleaning removes. */
const MAX_VALUE_CHARS = 10_000;
/** Room for 200 people with roles, and for 100 chapters. */
const MAX_LIST_CHARS = 100_000;
const byField = <S extends v.GenericSchema>(schema: S) =>
  Object.fromEntries(TITLE_FIELDS.map((field) => [field, schema])) as Record<TitleField, S>;

/** A change of the desk. `before` and `after`: the value as a text, lists as keys by commas. */
const titleChange = v.object({
  id: v.number(),
  rev: v.number(),
  field: v.picklist([...TITLE_FIELDS, ...ART_FIELDS, 'price', 'hidden']),
  before: v.nullable(v.string()),
  after: v.nullable(v.string()),
  operator: v.string(),
  /** Of hiding and showing. */
  reason: v.string(),
  created_at: v.number(),
  /** The change that this one took back. */
  undoes: v.nullable(v.number()),
  /** The field has the value that this change gave it, and a member may take it back. */
  may_undo: v.boolean(),
});
export type TitleChange = v.InferOutput<typeof titleChange>;

const namedRecord = v.object({ id: v.number(), name_fa: v.string(), name_en: v.string() });

const publication = v.object({
  id: v.number(),
  /** In epoch seconds; with `needs_file` it waits for the title's file, too. */
  starts_at: v.number(),
  needs_file: v.boolean(),
  operator: v.string(),
  reason: v.string(),
  created_at: v.number(),
});

export const pricePlan = v.object({
  id: v.number(),
  /** Epoch seconds. */
  starts_at: v.number(),
  price: titlePrice,
  operator: v.string(),
  reason: v.string(),
});
export type PricePlan = v.InferOutput<typeof pricePlan>;

const deskTitle = v.object({
  ...v.omit(listedTitle, ['name_fa', 'name_en', 'age', 'available_until']).entries,
  /** Counts the changes of the title: a save names the one that was read. */
  rev: v.number(),
  /** Who hides it: the desk, the file of an import, or its series. */
  hidden_by: v.nullable(v.picklist(['desk', 'file', 'series'])),
  /** When it comes out by itself. */
  publication: v.nullable(publication),
  /** Null: not sold by itself. */
  price: v.nullable(titlePrice),
  /** Prices that have not begun, the next one first. */
  price_plans: v.array(pricePlan),
  /** Counts their changes: a plan names the one that was read. */
  price_rev: v.number(),
  values: v.object(byField(v.nullable(v.string()))),
  /** The newest 100. */
  changes: v.array(titleChange),
  genres: v.array(genre),
  /** The people that `credits` and the changes name. */
  people: v.array(namedRecord),
  /** Titles that `related` names, or did in one of the changes. */
  related: v.array(namedRecord),
});
export type DeskTitle = v.InferOutput<typeof deskTitle>;

export const getDeskTitle = defineCall({
  name: 'getDeskTitle',
  method: 'GET',
  path: '/operator/titles/:id',
  summary: 'A title with all that the desk edits, and the newest 100 changes.',
  access: { caller: 'operator', permission: 'titles.read' },
  input: v.object({ id: idInput }),
  output: v.object({ data: deskTitle }),
});

export const updateTitle = defineCall({
  name: 'updateTitle',
  method: 'POST',
  path: '/operator/titles/:id',
  summary: 'Writes the fields that were touched; refused where one of them was changed after `rev`.',
  access: { caller: 'operator', permission: 'titles.write' },
  input: v.object({
    id: idInput,
    rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    /** As an import reads them: a year of either calendar, minutes as `1:45`, names of countries by commas. */
    fields: v.pipe(
      v.strictObject({
        ...byField(v.optional(v.pipe(v.string(), v.maxLength(MAX_VALUE_CHARS)))),
        /** A JSON list: job, number of the person, role in Persian, role in English. */
        credits: v.optional(v.pipe(v.string(), v.maxLength(MAX_LIST_CHARS))),
        /** A JSON list: number, name in Persian, name in English, year. */
        seasons: v.optional(v.pipe(v.string(), v.maxLength(MAX_LIST_CHARS))),
        /** A JSON list: begin, null, name in Persian, name in English. `markers`: kind, begin, end. Empty: as in the file. */
        chapters: v.optional(v.pipe(v.string(), v.maxLength(MAX_LIST_CHARS))),
      }),
      v.check((fields) => Object.keys(fields).length > 0),
    ),
  }),
  output: v.object({ data: deskTitle }),
});

export const undoTitleChange = defineCall({
  name: 'undoTitleChange',
  method: 'POST',
  path: '/operator/titles/:id/changes/:change/undo',
  summary: 'Gives a field the value before a change, as a change of its own; refused where it was changed since.',
  access: { caller: 'operator', permission: 'titles.write' },
  input: v.object({ id: idInput, change: idInput }),
  output: v.object({ data: deskTitle }),
});

/** Above the longest name, with what cleaning removes. */
const nameInput = v.pipe(v.string(), v.maxLength(1000));
const partNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(10_000));

export const createDeskTitle = defineCall({
  name: 'createDeskTitle',
  method: 'POST',
  path: '/operator/titles',
  summary: 'Makes a draft, once for each key: nobody sees it before it is published.',
  access: { caller: 'operator', permission: 'titles.write' },
  input: v.object({
    key: v.pipe(v.string(), v.regex(/^[\w.:-]{8,64}$/)),
    kind: v.picklist(TITLE_KINDS),
    name_fa: nameInput,
    name_en: nameInput,
    /** As an import reads them; an episode has those of its series. */
    year: v.optional(nameInput),
    minutes: v.optional(nameInput),
    series_id: v.optional(v.pipe(idInput, v.minValue(1))),
    season: v.optional(partNumber, 1),
    number: v.optional(partNumber),
  }),
  output: v.object({ data: v.object({ id: v.number() }) }),
});

/** Epoch seconds from 2000 to 2100: a past time is the present one. */
const moment = v.pipe(v.number(), v.safeInteger(), v.minValue(946_684_800), v.maxValue(4_102_444_800));
const plannedTime = {
  starts_at: v.optional(moment),
  /** Not before the title has a file. */
  needs_file: v.optional(v.boolean(), false),
};
/** Of a publication it may be absent. */
const note = v.optional(v.union([v.literal(''), reason]), '');

export const publishTitle = defineCall({
  name: 'publishTitle',
  method: 'POST',
  path: '/operator/titles/:id/publish',
  summary: 'Publishes a title that the desk hides, at once or at a time, in place of the time that was planned before.',
  access: { caller: 'operator', permission: 'titles.publish' },
  input: v.object({ id: idInput, ...plannedTime, reason: note }),
  output: v.object({ data: deskTitle }),
});

export const withdrawPublication = defineCall({
  name: 'withdrawPublication',
  method: 'POST',
  path: '/operator/titles/:id/withdraw-publication',
  summary: 'Takes the planned time back: the title stays hidden.',
  access: { caller: 'operator', permission: 'titles.publish' },
  input: v.object({ id: idInput }),
  output: v.object({ data: deskTitle }),
});

export const hideTitle = defineCall({
  name: 'hideTitle',
  method: 'POST',
  path: '/operator/titles/:id/hide',
  summary: 'Takes a title from every page, list, search and call; a series with its episodes.',
  access: { caller: 'operator', permission: 'titles.publish' },
  input: v.object({ id: idInput, reason }),
  output: v.object({ data: deskTitle }),
});

const MAX_TITLES_AT_ONCE = 100;

export const publishTitles = defineCall({
  name: 'publishTitles',
  method: 'POST',
  path: '/operator/title-publications',
  summary: 'Publishes, plans or hides up to 100 titles, with a result for each; all pages change once.',
  access: { caller: 'operator', permission: 'titles.publish' },
  input: v.object({
    act: v.picklist(['publish', 'hide']),
    ids: v.pipe(v.array(idInput), v.minLength(1), v.maxLength(MAX_TITLES_AT_ONCE)),
    ...plannedTime,
    reason: note,
  }),
  output: v.object({
    data: v.array(
      v.object({
        id: v.number(),
        /** Null where the act was refused. */
        state: v.nullable(v.picklist(DESK_STATES)),
        error: v.nullable(v.string()),
      }),
    ),
  }),
});

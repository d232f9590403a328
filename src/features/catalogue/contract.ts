import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { reason } from '../../platform/http/calls/reason.ts';
import { STORED_STATES, TITLE_KINDS } from '../../platform/kinds.ts';
import { genre, idInput } from '../titles/contract/shapes.ts';
import { TITLE_FIELDS, type TitleField } from './title-fields.ts';

/** Titles in the desk, hidden ones too. Epoch seconds; years are Gregorian. */

export const MISSING_PARTS = ['art', 'file'] as const;

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
  state: v.picklist(STORED_STATES),
  has_art: v.boolean(),
  /** A series has the files of its episodes. */
  has_file: v.boolean(),
  updated_at: v.number(),
});
export type ListedTitle = v.InferOutput<typeof listedTitle>;

export const listDeskTitles = defineCall({
  name: 'listDeskTitles',
  method: 'GET',
  path: '/operator/titles',
  summary:
    'Titles, the newest first, 50 a page; episodes only as a kind. `query`: the 50 best matches of search, and hidden titles with that text in a name.',
  access: { caller: 'operator', permission: 'titles.read' },
  input: v.object({
    kind: v.optional(v.picklist(TITLE_KINDS)),
    state: v.optional(v.picklist(STORED_STATES)),
    missing: v.optional(v.picklist(MISSING_PARTS)),
    query: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
    /** The id that the page before ended with. */
    before: v.optional(v.pipe(idInput, v.minValue(1))),
  }),
  output: v.object({ data: v.array(listedTitle), next: v.nullable(v.number()) }),
});

/** Above the longest value, with what cleaning removes. */
const MAX_VALUE_CHARS = 10_000;
const byField = <S extends v.GenericSchema>(schema: S) =>
  Object.fromEntries(TITLE_FIELDS.map((field) => [field, schema])) as Record<TitleField, S>;

/** A change of the desk. `before` and `after`: the value as a text, lists as keys by commas. */
const titleChange = v.object({
  id: v.number(),
  rev: v.number(),
  field: v.picklist([...TITLE_FIELDS, 'hidden']),
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

const deskTitle = v.object({
  ...v.omit(listedTitle, ['name_fa', 'name_en', 'age']).entries,
  /** Counts the changes of the title: a save names the one that was read. */
  rev: v.number(),
  /** Who hides it: the desk, the file of an import, or its series. */
  hidden_by: v.nullable(v.picklist(['desk', 'file', 'series'])),
  values: v.object(byField(v.nullable(v.string()))),
  /** The newest 100. */
  changes: v.array(titleChange),
  genres: v.array(genre),
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
      v.strictObject(byField(v.optional(v.pipe(v.string(), v.maxLength(MAX_VALUE_CHARS))))),
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

const publication = { id: idInput, reason };

export const hideTitle = defineCall({
  name: 'hideTitle',
  method: 'POST',
  path: '/operator/titles/:id/hide',
  summary: 'Takes a title from every page, list, search and call; a series with its episodes.',
  access: { caller: 'operator', permission: 'titles.publish' },
  input: v.object(publication),
  output: v.object({ data: deskTitle }),
});

export const showTitle = defineCall({
  name: 'showTitle',
  method: 'POST',
  path: '/operator/titles/:id/show',
  summary: 'Shows a title again that the desk has hidden.',
  access: { caller: 'operator', permission: 'titles.publish' },
  input: v.object(publication),
  output: v.object({ data: deskTitle }),
});

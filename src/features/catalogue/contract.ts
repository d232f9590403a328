import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { STORED_STATES, TITLE_KINDS } from '../../platform/kinds.ts';
import { idInput } from '../titles/contract/shapes.ts';

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

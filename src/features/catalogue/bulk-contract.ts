import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { idInput } from '../titles/contract/shapes.ts';
import type { TitleField } from './title-fields.ts';

/** Fields that one act writes in many titles: entries of a list are added or removed, and the others are set. */
export const LIST_EDITS = ['genres', 'countries', 'languages', 'related'] as const satisfies readonly TitleField[];
const VALUE_EDITS = [
  ...(['age', 'age_reasons', 'access', 'release_date', 'available_until'] as const),
  ...(['available_countries', 'available_networks'] as const),
] satisfies readonly TitleField[];
const EDITED_FIELDS = [...LIST_EDITS, ...VALUE_EDITS] as const;
export type EditedField = (typeof EDITED_FIELDS)[number];

export const isListEdit = (field: EditedField): boolean => LIST_EDITS.some((one) => one === field);

const titleEdit = v.pipe(
  v.object({
    field: v.picklist(EDITED_FIELDS),
    act: v.picklist(['add', 'remove', 'set']),
    /** As `updateTitle` reads it. */
    value: v.pipe(v.string(), v.maxLength(4000)),
  }),
  v.check(({ field, act }) => isListEdit(field) === (act !== 'set')),
);
export type TitleEdit = v.InferOutput<typeof titleEdit>;

export const MAX_TITLES_AT_ONCE = 100;

const editResult = v.object({
  id: v.number(),
  /** As it is now: the act names the one that the rehearsal answered. */
  rev: v.number(),
  /** Why the title stays as it is; null for one that is changed, and for one that has the values already. */
  error: v.nullable(v.string()),
  /** Of `title_held`: who edits the title now. */
  editor: v.nullable(v.string()),
  changes: v.array(
    v.object({ field: v.picklist(EDITED_FIELDS), before: v.nullable(v.string()), after: v.nullable(v.string()) }),
  ),
});
export type EditResult = v.InferOutput<typeof editResult>;

export const editTitles = defineCall({
  name: 'editTitles',
  method: 'POST',
  path: '/operator/title-edits',
  summary:
    'Writes fields of up to 100 titles, with a result for each; all pages change once. `rehearse`: says what each would have, and writes nothing.',
  access: { caller: 'operator', permission: 'titles.write' },
  input: v.object({
    titles: v.pipe(
      v.array(
        v.object({
          id: idInput,
          /** Absent in a rehearsal alone. */
          rev: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
        }),
      ),
      v.minLength(1),
      v.maxLength(MAX_TITLES_AT_ONCE),
    ),
    edits: v.pipe(v.array(titleEdit), v.minLength(1), v.maxLength(EDITED_FIELDS.length)),
    rehearse: v.optional(v.boolean(), false),
  }),
  output: v.object({
    data: v.object({
      results: v.array(editResult),
      /** Titles that the values of `related` name. */
      related: v.array(v.object({ id: v.number(), name_fa: v.string(), name_en: v.string() })),
    }),
  }),
});
export type EditAnswer = v.InferOutput<typeof editTitles.output>['data'];

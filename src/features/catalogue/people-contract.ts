import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { reason } from '../../platform/http/calls/reason.ts';
import { idInput } from '../titles/contract/shapes.ts';

/** People who are credited, in the desk. Accounts are another subject (`people.read`). */

const key = v.pipe(v.string(), v.regex(/^[\w.:-]{8,64}$/));
/** Above the longest name, with what cleaning removes. */
const nameInput = v.pipe(v.string(), v.maxLength(1000));

const creditedPerson = v.object({
  id: v.number(),
  name_fa: v.string(),
  name_en: v.string(),
  born: v.nullable(v.number()),
  art: v.nullable(v.string()),
  /** Titles that credit this person, hidden ones too. */
  titles: v.number(),
  /** The most watched of these. */
  known_fa: v.nullable(v.string()),
  known_en: v.nullable(v.string()),
});
export type CreditedPerson = v.InferOutput<typeof creditedPerson>;

export const listCreditedPeople = defineCall({
  name: 'listCreditedPeople',
  method: 'GET',
  path: '/operator/cast',
  summary: 'People by a name in any spelling, the 20 best matches of search; or those of up to 200 numbers, by commas.',
  access: { caller: 'operator', permission: 'titles.read' },
  input: v.object({
    query: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
    ids: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}(,\d{1,9}){0,199}$/))),
  }),
  output: v.object({ data: v.array(creditedPerson) }),
});

export const createPerson = defineCall({
  name: 'createPerson',
  method: 'POST',
  path: '/operator/cast',
  summary: 'Makes a person, once for each key; refused where somebody has one of the names, except for a namesake.',
  access: { caller: 'operator', permission: 'titles.write' },
  input: v.object({
    key,
    name_fa: nameInput,
    name_en: nameInput,
    /** Another person of the same name. */
    is_namesake: v.optional(v.boolean(), false),
  }),
  output: v.object({ data: creditedPerson }),
});

const names = v.object({ id: v.number(), name_fa: v.string(), name_en: v.string() });

const personMerge = v.object({
  id: v.number(),
  old: names,
  /** The person that has the credits now. */
  person: names,
  titles: v.number(),
  operator: v.string(),
  reason: v.string(),
  created_at: v.number(),
  undone_at: v.nullable(v.number()),
});
export type PersonMerge = v.InferOutput<typeof personMerge>;

export const listPersonMerges = defineCall({
  name: 'listPersonMerges',
  method: 'GET',
  path: '/operator/cast-merges',
  summary: 'The merges of two people, the newest first, 20 a page.',
  access: { caller: 'operator', permission: 'titles.read' },
  input: v.object({ before: v.optional(v.pipe(idInput, v.minValue(1))) }),
  output: v.object({ data: v.array(personMerge), next: v.nullable(v.number()) }),
});

export const mergePerson = defineCall({
  name: 'mergePerson',
  method: 'POST',
  path: '/operator/cast/:id/merge',
  summary:
    'Gives all credits of a person to another one, whose page the old address leads to; once for each key. `rehearse` writes nothing.',
  access: { caller: 'operator', permission: 'titles.write' },
  input: v.object({
    id: v.pipe(idInput, v.minValue(1)),
    into: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(999_999_999)),
    key,
    reason,
    rehearse: v.optional(v.boolean(), false),
    titles: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  }),
  output: v.object({
    data: v.object({
      old: creditedPerson,
      person: creditedPerson,
      titles: v.number(),
      /** Credits that both have for one title: one of them remains. */
      doubles: v.number(),
    }),
  }),
});
export type MergePreview = v.InferOutput<typeof mergePerson.output>['data'];

export const undoPersonMerge = defineCall({
  name: 'undoPersonMerge',
  method: 'POST',
  path: '/operator/cast-merges/:id/undo',
  summary: 'Takes a merge back: the old person returns with the credits that the other one still has of it.',
  access: { caller: 'operator', permission: 'titles.write' },
  input: v.object({ id: idInput }),
  output: v.object({ data: v.object({ titles: v.number() }) }),
});

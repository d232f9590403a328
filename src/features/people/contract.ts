import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { card, empty, idInput, pageInput, pageMeta, personCard } from '../titles/contract/shapes.ts';

/** The three casts pages (spec 2.06). */
export const PEOPLE_GROUPS = ['iranian_actor', 'foreign_actor', 'director'] as const;
export type PeopleGroup = (typeof PEOPLE_GROUPS)[number];
const group = v.picklist(PEOPLE_GROUPS);

export const getCasts = defineCall({
  name: 'getCasts',
  method: 'GET',
  path: '/casts',
  summary: 'The groups of people, each with those of the most watched titles.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: empty,
  output: v.object({ data: v.array(v.object({ group, people: v.array(personCard) })) }),
});

export const listPeople = defineCall({
  name: 'listPeople',
  method: 'GET',
  path: '/people',
  summary: 'People of one casts page by the alphabet of Accept-Language, all or those of a letter.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: v.object({
    group,
    letter: v.optional(v.pipe(v.string(), v.maxLength(8))), // Any other text matches no people
    page: pageInput,
  }),
  output: v.object({
    data: v.array(personCard),
    meta: pageMeta,
    letters: v.array(v.string()), // Letters that have people
  }),
});

const coworker = v.object({ ...personCard.entries, shared: v.number() });
export type Coworker = v.InferOutput<typeof coworker>;

const worksOfJob = v.object({ job: v.string(), total: v.number(), titles: v.array(card) });

export const getPerson = defineCall({
  name: 'getPerson',
  method: 'GET',
  path: '/people/:id',
  summary: 'One person with the newest works of each job and the people of most shared titles.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: v.object({ id: idInput }),
  output: v.object({
    data: v.object({
      ...personCard.entries,
      group: v.nullable(group),
      born: v.nullable(v.number()),
      backdrop: v.nullable(v.string()), // Of the most watched work
      works: v.array(worksOfJob),
      coworkers: v.array(coworker),
    }),
  }),
});
export type PersonDetails = v.InferOutput<typeof getPerson.output>['data'];

export const listPersonWorks = defineCall({
  name: 'listPersonWorks',
  method: 'GET',
  path: '/people/:id/works',
  summary: 'A page of the works that one person did in one job, newest first.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: v.object({ id: idInput, job: v.pipe(v.string(), v.maxLength(32)), page: pageInput }),
  output: v.object({ person: personCard, data: v.array(card), meta: pageMeta }),
});

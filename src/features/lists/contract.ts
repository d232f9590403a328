import * as v from 'valibot';
import { MY_LISTS, OWN_LISTS } from './my-lists.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { CHART_PERIODS, LIST_LAYOUTS } from '../../platform/kinds.ts';
import { card, empty, idInput, pageInput, pageMeta } from '../titles/contract/shapes.ts';

export const getMyLists = defineCall({
  name: 'getMyLists',
  method: 'GET',
  path: '/my/lists',
  summary: 'The lists of the signed-in user, each with its newest titles and how many there are.',
  access: { caller: 'user', session: 'asserted', kids: 'refused', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({
    data: v.array(v.object({ list: v.picklist(MY_LISTS), total: v.number(), items: v.array(card) })),
  }),
});

export const getMyList = defineCall({
  name: 'getMyList',
  method: 'GET',
  path: '/my/lists/:list',
  summary: 'A page of one list, what came last first.',
  access: { caller: 'user', session: 'asserted', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ list: v.picklist(MY_LISTS), page: pageInput }),
  output: v.object({ data: v.array(card), meta: pageMeta }),
});

export const getListsOfTitle = defineCall({
  name: 'getListsOfTitle',
  method: 'GET',
  path: '/my/titles/:id/lists',
  summary: 'The lists that hold a title.',
  access: { caller: 'user', session: 'asserted', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ id: idInput }),
  output: v.object({ data: v.array(v.picklist(OWN_LISTS)) }),
});

const change = v.object({ list: v.picklist(OWN_LISTS), id: idInput });
const changed = v.object({ data: v.array(v.picklist(OWN_LISTS)) });

export const addToList = defineCall({
  name: 'addToList',
  method: 'POST',
  path: '/my/lists/:list/add',
  summary: 'Puts a title on a list; what has been watched is no longer being watched.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: change,
  output: changed,
});

export const removeFromList = defineCall({
  name: 'removeFromList',
  method: 'POST',
  path: '/my/lists/:list/remove',
  summary: 'Takes a title off a list; one that is not on it is fine.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: change,
  output: changed,
});

/** A list that names no layout, or one that this site does not know, is a row of posters. */
export const listInfo = v.object({
  key: v.string(),
  name_fa: v.string(),
  name_en: v.string(),
  layout: v.optional(v.fallback(v.picklist(LIST_LAYOUTS), 'posters')),
  line_fa: v.nullish(v.string()),
  line_en: v.nullish(v.string()),
  period: v.nullish(v.picklist(CHART_PERIODS)), // Of the plays that order a chart; null for all time
});

export const getLists = defineCall({
  name: 'getLists',
  method: 'GET',
  path: '/lists',
  summary: 'The editorial lists, each with its first titles.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: empty,
  output: v.object({ data: v.array(v.object({ ...listInfo.entries, items: v.array(card) })) }),
});

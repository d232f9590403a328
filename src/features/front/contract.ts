import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { buildTextInput } from '../../platform/http/calls/reason.ts';
import { CHART_KINDS, LIST_LAYOUTS, TITLE_KINDS } from '../../platform/kinds.ts';
import { DESK_STATES } from '../catalogue/contract.ts';
import { empty, idInput } from '../titles/contract/shapes.ts';
import { window, windowInput } from './front-windows.ts';

/** The front of the house in the desk: the hero, the editorial lists, and which of them are on home. Epoch seconds. */

export const MAX_SLIDES = 12;
export const MAX_LIST_TITLES = 500;
const MAX_LISTS = 100;
export const MAX_NAME_CHARS = 100;
export const MAX_LINE_CHARS = 300;

export const revInput = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const titleIdInput = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(999_999_999));
const line = v.nullable(buildTextInput(0, MAX_LINE_CHARS));
export const nameInput = buildTextInput(1, MAX_NAME_CHARS);
export const LIST_KEY = /^[a-z][a-z0-9-]{1,39}$/;
const listKey = v.pipe(v.string(), v.regex(LIST_KEY));

export const frontTitle = v.object({
  id: v.number(),
  kind: v.picklist(TITLE_KINDS),
  name_fa: v.string(),
  name_en: v.string(),
  state: v.picklist(DESK_STATES),
  has_backdrop: v.boolean(),
});
export type FrontTitle = v.InferOutput<typeof frontTitle>;

/** `before` and `after`: the part as a text of JSON, as a save writes it. */
const frontChange = v.object({
  id: v.number(),
  before: v.string(),
  after: v.string(),
  operator: v.string(),
  created_at: v.number(),
  /** The change that this one took back. */
  undoes: v.nullable(v.number()),
  /** The part is as this change made it. */
  may_undo: v.boolean(),
});
export type FrontChange = v.InferOutput<typeof frontChange>;

/** The newest 20 changes. */
export const revision = { rev: v.number(), changes: v.array(frontChange) };

const slideInput = v.object({ title_id: titleIdInput, line_fa: line, line_en: line, ...windowInput });
export type SlideInput = v.InferOutput<typeof slideInput>;

const hero = v.object({
  ...revision,
  slides: v.array(
    v.object({
      title_id: v.number(),
      line_fa: v.nullable(v.string()),
      line_en: v.nullable(v.string()),
      ...window,
      /** Null where the catalogue has it no more. */
      title: v.nullable(frontTitle),
    }),
  ),
});
export type Hero = v.InferOutput<typeof hero>;

export const getHero = defineCall({
  name: 'getHero',
  method: 'GET',
  path: '/operator/front/hero',
  summary: 'The slides of home in their order, planned and ended ones too, with the newest 20 changes.',
  access: { caller: 'operator', permission: 'front.read' },
  input: empty,
  output: v.object({ data: hero }),
});

export const saveHero = defineCall({
  name: 'saveHero',
  method: 'POST',
  path: '/operator/front/hero',
  summary: 'Writes all slides; refused where somebody changed them after `rev`.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ rev: revInput, slides: v.pipe(v.array(slideInput), v.maxLength(MAX_SLIDES)) }),
  output: v.object({ data: hero }),
});

const listFields = {
  name_fa: v.string(),
  name_en: v.string(),
  line_fa: v.nullable(v.string()),
  line_en: v.nullable(v.string()),
  layout: v.picklist(LIST_LAYOUTS),
  ...window,
};
/** A chart's titles are counted, not chosen. */
const chart = v.nullable(v.picklist(CHART_KINDS));

const listOrder = v.object({
  ...revision,
  lists: v.array(v.object({ key: v.string(), ...listFields, chart, is_home: v.boolean(), titles: v.number() })),
});
export type ListOrder = v.InferOutput<typeof listOrder>;

export const listDeskLists = defineCall({
  name: 'listDeskLists',
  method: 'GET',
  path: '/operator/front/lists',
  summary: 'The editorial lists in their order, planned and ended ones too, with the newest 20 changes of the order.',
  access: { caller: 'operator', permission: 'front.read' },
  input: empty,
  output: v.object({ data: listOrder }),
});

export const saveListOrder = defineCall({
  name: 'saveListOrder',
  method: 'POST',
  path: '/operator/front/lists',
  summary: 'Writes the order of the lists and which are on home; refused where somebody changed it after `rev`.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({
    rev: revInput,
    lists: v.pipe(v.array(v.object({ key: listKey, is_home: v.boolean() })), v.maxLength(MAX_LISTS)),
  }),
  output: v.object({ data: listOrder }),
});

const deskList = v.object({
  ...revision,
  key: v.string(),
  ...listFields,
  chart,
  titles: v.array(v.object({ id: v.number(), title: v.nullable(frontTitle) })),
});
export type DeskList = v.InferOutput<typeof deskList>;

export const getDeskList = defineCall({
  name: 'getDeskList',
  method: 'GET',
  path: '/operator/front/lists/:key',
  summary: 'An editorial list with its titles in their order, hidden ones too, and the newest 20 changes.',
  access: { caller: 'operator', permission: 'front.read' },
  input: v.object({ key: listKey }),
  output: v.object({ data: deskList }),
});

const listInput = v.object({
  name_fa: nameInput,
  name_en: nameInput,
  line_fa: line,
  line_en: line,
  layout: v.picklist(LIST_LAYOUTS),
  ...windowInput,
  titles: v.pipe(v.array(titleIdInput), v.maxLength(MAX_LIST_TITLES)),
});
export type ListInput = v.InferOutput<typeof listInput>;

export const saveDeskList = defineCall({
  name: 'saveDeskList',
  method: 'POST',
  path: '/operator/front/lists/:key',
  summary: 'Writes a list with its titles, or makes it (`is_new`); refused where somebody changed it after `rev`.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ key: listKey, rev: revInput, is_new: v.optional(v.boolean(), false), ...listInput.entries }),
  output: v.object({ data: deskList }),
});

export const undoFrontChange = defineCall({
  name: 'undoFrontChange',
  method: 'POST',
  path: '/operator/front/changes/:change/undo',
  summary:
    'Makes a part of the front as it was before a change, as a change of its own; refused where it changed since.',
  access: { caller: 'operator', permission: 'front.write' },
  input: v.object({ change: idInput }),
  output: v.object({ data: v.object({ part: v.string() }) }),
});

export const listFrontTitles = defineCall({
  name: 'listFrontTitles',
  method: 'GET',
  path: '/operator/front/titles',
  summary: 'Titles by their numbers, hidden ones too, in the order that is given; unknown numbers are left out.',
  access: { caller: 'operator', permission: 'front.read' },
  /** Numbers by commas. */
  input: v.object({ ids: v.pipe(v.string(), v.maxLength(5000), v.regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,499}$/)) }),
  output: v.object({ data: v.array(frontTitle) }),
});

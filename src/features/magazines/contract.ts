import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { card, idInput, pageInput, pageMeta } from '../titles/contract/shapes.ts';

/** Of a magazine and an issue; only what is released is shown, an issue from its time on. */
export const PRINT_STATES = ['released', 'draft', 'hidden'] as const;
export type PrintState = (typeof PRINT_STATES)[number];

const magazineCard = v.object({
  id: v.number(),
  slug: v.string(),
  title: v.string(),
  title_en: v.string(),
  art: v.nullable(v.string()),
});
export type MagazineCard = v.InferOutput<typeof magazineCard>;

/** Spec 7.10, 9.11. */
export const listMagazines = defineCall({
  name: 'listMagazines',
  method: 'GET',
  path: '/ghost/listMagazines',
  summary: 'Magazines by page (spec 3.08, 7.10).',
  access: { caller: 'anyone', session: 'current', kids: 'refused', answer: 'catalogue', database: 'replica' },
  input: v.object({
    per_page: v.optional(v.pipe(idInput, v.minValue(1), v.maxValue(100)), 24),
    page: pageInput,
    sort: v.optional(v.picklist(['id', 'title', 'slug']), 'id'),
    dir: v.optional(v.picklist(['asc', 'desc']), 'asc'),
  }),
  output: v.object({
    status: v.string(),
    data: v.array(magazineCard),
    meta: v.optional(pageMeta), // Beyond the specification; a provider may omit it
  }),
});

const issue = v.object({
  number: v.number(),
  date: v.string(), // ISO date
  name_fa: v.string(),
  name_en: v.string(),
  art: v.nullable(v.string()),
});

export const getMagazine = defineCall({
  name: 'getMagazine',
  method: 'GET',
  path: '/magazines/:slug',
  summary:
    'A magazine, the newspaper or the studio by its slug (spec 2.11) with a page of its issues, or of the videos.',
  access: { caller: 'anyone', session: 'current', kids: 'refused', answer: 'catalogue', database: 'replica' },
  input: v.object({ slug: v.pipe(v.string(), v.maxLength(60)), page: pageInput }),
  output: v.object({
    data: v.object({
      ...magazineCard.entries,
      kind: v.picklist(['magazine', 'newspaper', 'studio']),
      synopsis_fa: v.string(),
      synopsis_en: v.string(),
      issues: v.array(issue),
      videos: v.array(card),
    }),
    meta: pageMeta, // Of the issues, or of the studio's videos
  }),
});
export type Magazine = v.InferOutput<typeof getMagazine.output>['data'];

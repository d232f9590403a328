import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { DESK_STATES } from './contract.ts';
import { rowsInput, rowVerdict, type RowVerdict } from './intake-contract.ts';
import { EPISODE_FIELDS } from './title-fields.ts';

/** The seasons and episodes of a series in the desk. Days are ISO. */

/** Of a page of a season, and of one save. */
export const MAX_EPISODES = 500;

const season = v.object({
  number: v.nullable(v.number()),
  name_fa: v.nullable(v.string()),
  name_en: v.nullable(v.string()),
  /** Gregorian; null: that of the series. */
  year: v.nullable(v.number()),
  episodes: v.number(),
  /** Numbers that are missing below the last one, at most 20 runs of them. */
  gaps: v.array(v.object({ from: v.number(), to: v.number() })),
  /** Numbers that several episodes have, at most 20. */
  doubles: v.array(v.number()),
});
export type DeskSeason = v.InferOutput<typeof season>;

const deskEpisode = v.object({
  id: v.number(),
  rev: v.number(),
  season: v.nullable(v.number()),
  number: v.nullable(v.number()),
  name_fa: v.string(),
  name_en: v.string(),
  synopsis_fa: v.string(),
  synopsis_en: v.string(),
  minutes: v.number(),
  release_date: v.nullable(v.string()),
  has_file: v.boolean(),
  still: v.nullable(v.string()),
  /** `film`: a member took it from the film. Without one the page shows a picture of the series. */
  still_source: v.picklist(['own', 'film', 'none']),
  state: v.picklist(DESK_STATES),
});
export type DeskEpisode = v.InferOutput<typeof deskEpisode>;

const deskSeries = v.object({
  id: v.number(),
  name_fa: v.string(),
  name_en: v.string(),
  rev: v.number(),
  iranian: v.boolean(),
  seasons: v.array(season),
  /** The season whose episodes these are. */
  season: v.nullable(v.number()),
  /** From 1. */
  page: v.number(),
  drafts: v.number(),
  episodes: v.array(deskEpisode),
});
export type DeskSeries = v.InferOutput<typeof deskSeries>;

export const listDeskEpisodes = defineCall({
  name: 'listDeskEpisodes',
  method: 'GET',
  path: '/operator/titles/:id/episodes',
  summary:
    'The seasons of a series, and 500 episodes of one, by their numbers; by default of the first. `none`: those without a season.',
  access: { caller: 'operator', permission: 'titles.read' },
  input: v.object({
    id: idInput,
    season: v.optional(v.union([v.literal('none'), idInput])),
    page: v.optional(idInput, 1),
  }),
  output: v.object({ data: deskSeries }),
});

const text = v.pipe(v.string(), v.maxLength(10_000));
const rev = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const updateEpisodes = defineCall({
  name: 'updateEpisodes',
  method: 'POST',
  path: '/operator/titles/:id/episodes',
  summary: 'Writes the touched fields of episodes of a series, all or none; a change of the order is one of numbers.',
  access: { caller: 'operator', permission: 'titles.write' },
  input: v.object({
    id: idInput,
    edits: v.pipe(
      v.array(
        v.object({
          id: v.number(),
          rev,
          fields: v.strictObject(
            Object.fromEntries(EPISODE_FIELDS.map((field) => [field, v.optional(text)])) as Record<
              (typeof EPISODE_FIELDS)[number],
              v.OptionalSchema<typeof text, undefined>
            >,
          ),
        }),
      ),
      v.minLength(1),
      v.maxLength(MAX_EPISODES),
    ),
  }),
  output: v.object({ data: v.object({ changed: v.number() }) }),
});

/** `episode`: the one that has the row's season and number; null for a new one. */
const pasteVerdict = v.object({
  ...rowVerdict.entries,
  key: v.string(),
  episode: v.nullable(v.object({ id: v.number(), rev: v.number() })),
});
export type PasteVerdict = v.InferOutput<typeof pasteVerdict> & RowVerdict;

export const pasteEpisodes = defineCall({
  name: 'pasteEpisodes',
  method: 'POST',
  path: '/operator/titles/:id/episodes/paste',
  summary:
    'Reads rows of a spreadsheet as an import reads episodes: those with a number that is there are changed, the others are new, and drafts by default. `rehearse` writes nothing.',
  access: { caller: 'operator', permission: 'titles.write', limit: 'intake' },
  input: v.object({
    id: idInput,
    /** Of rows without one. */
    season: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 1),
    rows: rowsInput,
    rehearse: v.boolean(),
    drafts: v.optional(v.boolean(), true),
    /** Of several: `more` leaves the stored pages as they are, and they change with the `last` one. */
    step: v.optional(v.picklist(['more', 'last'])),
    /** The episodes as the rehearsal showed them, by line. */
    basis: v.optional(v.array(v.object({ line: v.number(), id: v.number(), rev })), []),
  }),
  output: v.object({
    data: v.object({ verdicts: v.array(pasteVerdict), added: v.number(), changed: v.number(), rejected: v.number() }),
  }),
});

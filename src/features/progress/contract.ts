import * as v from 'valibot';
import { POINTS_MAX } from './progress.ts';
import { SAVE_PROGRESS_PATH, SAVES_MAX } from './progress-storage.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { cardColumns } from '../titles/title-columns.ts';
import { card, empty, idInput } from '../titles/contract/shapes.ts';

/** The profile is the signed-in user's or the kids session's own. */

const MAX_SECONDS = 24 * 60 * 60;
const second = v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_SECONDS), v.transform(Math.floor));
const moment = v.pipe(v.number(), v.minValue(0), v.maxValue(100_000_000_000), v.transform(Math.floor));

const stateEntries = {
  duration: second,
  since: moment,
  seen: moment,
  points: v.pipe(v.array(v.object({ at: second, when: moment })), v.maxLength(POINTS_MAX)),
};
/** Sent times are by the sender's clock. */
export const progressState = v.object(stateEntries);
const titleProgress = v.object({ id: idInput, ...stateEntries });

export const saveProgress = defineCall({
  name: 'saveProgress',
  method: 'POST',
  path: SAVE_PROGRESS_PATH,
  summary:
    'Merges places into what is known, and answers what is known then, by the server’s clock. What is sent is by the sender’s, which its `now` (epoch seconds) tells.',
  access: { caller: 'anyone', session: 'asserted', kids: 'allowed', address: 'optional', cookie: 'none' },
  input: v.object({ now: moment, titles: v.pipe(v.array(titleProgress), v.maxLength(SAVES_MAX)) }),
  output: v.object({ now: v.number(), data: v.array(v.object({ id: v.number(), ...stateEntries })) }),
});

/** A card that plays. An episode of a number has the name of its series. */
const playable = v.object({
  ...card.entries,
  picture: v.nullish(v.string()), // Its still, else the backdrop of the film or series
  season: v.nullish(v.number()),
  number: v.nullish(v.number()),
});
export type Playable = v.InferOutput<typeof playable>;

/** `of`: the title whose progress put it here; for a next episode, the one before it. */
const continued = v.object({ ...playable.entries, at: v.number(), duration: v.number(), of: v.number() });
export type Continued = v.InferOutput<typeof continued>;

export const getContinue = defineCall({
  name: 'getContinue',
  method: 'GET',
  path: '/my/progress/continue',
  summary: 'What to go on with, what was watched last first: unfinished titles, and next episodes. `at` in seconds.',
  access: { caller: 'anyone', session: 'asserted', kids: 'allowed', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({ data: v.array(continued) }),
});

const { id, kind, name_fa, name_en } = cardColumns;
const reasonEntries = { id, kind, name_fa, name_en };

export const getForYou = defineCall({
  name: 'getForYou',
  method: 'GET',
  path: '/my/progress/for-you',
  summary: 'New episodes of series that were begun, and titles like the one that was last watched for long.',
  access: { caller: 'anyone', session: 'asserted', kids: 'allowed', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({
    data: v.object({
      episodes: v.array(playable),
      because: v.nullable(v.object({ ...reasonEntries, items: v.array(card) })),
    }),
  }),
});
export type ForYou = v.InferOutput<typeof getForYou.output>['data'];

export const listPlayable = defineCall({
  name: 'listPlayable',
  method: 'GET',
  path: '/progress/cards',
  summary: 'The cards of up to 12 titles by their ids, for a guest, whose places are in the browser alone.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', answer: 'catalogue', database: 'replica' },
  input: v.object({ ids: v.pipe(v.string(), v.regex(/^\d{1,9}(,\d{1,9}){0,11}$/)) }),
  output: v.object({ data: v.array(playable) }),
});

export const getWatched = defineCall({
  name: 'getWatched',
  method: 'GET',
  path: '/my/progress/watched',
  summary: 'What was seen to its end, the newest first.',
  access: { caller: 'anyone', session: 'asserted', kids: 'allowed', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({ data: v.array(card) }),
});

export const hideProgress = defineCall({
  name: 'hideProgress',
  method: 'POST',
  path: '/my/progress/hide',
  summary: 'Takes a title off what to go on with, until it is watched again; `undo` puts it back. Its place is kept.',
  access: { caller: 'anyone', session: 'asserted', kids: 'allowed', address: 'optional', cookie: 'none' },
  input: v.object({ id: idInput, undo: v.optional(v.boolean(), false) }),
  output: v.object({ data: v.object({ hidden: v.boolean() }) }),
});

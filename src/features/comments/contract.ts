import * as v from 'valibot';
import { COMMENT_STATES, REPORT_REASONS } from './comments.ts';
import { STARS_MAX } from '../../platform/config/constants.ts';
import { TITLE_KINDS } from '../../platform/kinds.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { personName } from '../accounts/contract/account.ts';
import { idInput } from '../titles/contract/shapes.ts';

/** Comments and ratings (spec 1.10, docs/comments.md). Times are epoch seconds; `at` is seconds of the title. */

const commentEntries = {
  id: v.number(),
  parent_id: v.nullable(v.number()),
  name: v.string(), // '' for a writer without a name
  is_own: v.boolean(),
  state: v.picklist(COMMENT_STATES), // `held`: only its writer sees it. `removed`: without text.
  text: v.nullable(v.string()), // Null if covered or removed
  at: v.nullable(v.number()),
  is_covered: v.boolean(),
  likes: v.number(),
  is_liked: v.boolean(),
  replies: v.number(), // The total; a list holds the first ones
  created_at: v.number(),
};
const comment = v.object(commentEntries);
export type Comment = v.InferOutput<typeof comment>;
const thread = v.object({ ...commentEntries, thread: v.array(comment) });

const rating = v.object({
  votes: v.number(),
  average: v.nullable(v.number()), // Bayesian, 1 to 5; null without votes
});

export const listComments = defineCall({
  name: 'listComments',
  method: 'GET',
  path: '/comments/titles/:id',
  summary:
    'The comments of a title, the newest first, 20 a page, each with its first replies. The text of one that is pinned to a time is left out until that time is watched, or `show` asks for it (its id, or `all`).',
  access: { caller: 'anyone', session: 'current', kids: 'refused', answer: 'guests', database: 'primary' },
  input: v.object({
    id: idInput,
    before: v.optional(idInput),
    thread: v.optional(idInput), // One comment with its replies
    show: v.optional(v.union([v.literal('all'), idInput])),
  }),
  output: v.object({
    data: v.array(thread),
    next: v.nullable(v.number()),
    total: v.number(),
    title: v.object({ id: v.number(), kind: v.picklist(TITLE_KINDS), name_fa: v.string(), name_en: v.string() }),
    rating,
    viewer: v.nullable(
      v.object({
        stars: v.nullable(v.number()),
        can_rate: v.boolean(),
        watched_to: v.number(), // The farthest watched second
        name: v.optional(v.nullable(v.string()), null), // For the next comment; null before it was asked
      }),
    ),
  }),
});
export type CommentList = v.InferOutput<(typeof listComments)['output']>;

export const addComment = defineCall({
  name: 'addComment',
  method: 'POST',
  path: '/comments/titles/:id',
  summary:
    'Adds a comment or a reply: plain text of at most 1,000 code points, three in a minute. `at` pins it. `name` stands beside this and later ones; without it the last one does.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({
    id: idInput,
    text: v.pipe(v.string(), v.maxLength(20_000)),
    name: v.optional(personName),
    parent_id: v.optional(v.nullable(idInput), null),
    at: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger())), null),
  }),
  output: v.object({ data: v.object({ id: v.number(), state: v.picklist(COMMENT_STATES) }) }),
});

export const deleteComment = defineCall({
  name: 'deleteComment',
  method: 'POST',
  path: '/comments/:id/delete',
  summary: 'Deletes the text of a comment of one’s own. Its place stays for its replies.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ id: idInput }),
  output: v.object({ data: v.object({ id: v.number() }) }),
});

export const likeComment = defineCall({
  name: 'likeComment',
  method: 'POST',
  path: '/comments/:id/like',
  summary: 'Likes a comment of somebody else, or takes that back; doing either twice changes nothing.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ id: idInput, like: v.optional(v.boolean(), true) }),
  output: v.object({ data: v.object({ id: v.number(), likes: v.number(), is_liked: v.boolean() }) }),
});

export const reportComment = defineCall({
  name: 'reportComment',
  method: 'POST',
  path: '/comments/:id/report',
  summary: 'Reports a comment of somebody else, once for each user. Three users’ reports hold it for an operator.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ id: idInput, reason: v.picklist(REPORT_REASONS) }),
  output: v.object({ data: v.object({ id: v.number() }) }),
});

export const rateTitle = defineCall({
  name: 'rateTitle',
  method: 'POST',
  path: '/comments/titles/:id/rating',
  summary: 'Rates a title that the user has watched 70 % of, from 1 to 5; 0 takes the rating back.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ id: idInput, stars: v.pipe(idInput, v.maxValue(STARS_MAX)) }),
  output: v.object({ data: rating }),
});

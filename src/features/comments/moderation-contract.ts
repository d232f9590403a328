import * as v from 'valibot';
import { reason } from '../../platform/http/calls/reason.ts';
import { COMMENT_STATES, REPORT_REASONS } from './comments.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { idInput } from '../titles/contract/shapes.ts';

/** Operator calls (docs/comments.md) for the role `comments` or all. */

const moderated = v.object({
  id: v.number(),
  title_id: v.number(),
  parent_id: v.nullable(v.number()),
  user_id: v.number(),
  name: v.string(),
  text: v.string(),
  at: v.nullable(v.number()),
  state: v.picklist(COMMENT_STATES),
  /** The rule: `all`, `first`, `words`, `links` or `reports`; '' for none. */
  held_for: v.string(),
  removed_by: v.string(),
  likes: v.number(),
  reports: v.number(),
  reasons: v.record(v.picklist(REPORT_REASONS), v.optional(v.number())),
  created_at: v.number(),
  reviewed_at: v.nullable(v.number()),
  reviewed_by: v.string(),
});

export const listModeration = defineCall({
  name: 'listModeration',
  method: 'GET',
  path: '/operator/comments',
  summary:
    'The comments of one queue, the oldest first, 100 a page: held, removed, shown, or reported and not reviewed.',
  access: { caller: 'operator', permission: 'comments.moderate' },
  input: v.object({
    queue: v.optional(v.picklist([...COMMENT_STATES, 'reported']), 'held'),
    after: v.optional(idInput, 0),
  }),
  output: v.object({ data: v.array(moderated), next: v.nullable(v.number()) }),
});

export const moderateComment = defineCall({
  name: 'moderateComment',
  method: 'POST',
  path: '/operator/comments/:id',
  summary: 'Shows or removes a comment. One that was shown by an operator is not held by reports again.',
  access: { caller: 'operator', permission: 'comments.moderate' },
  input: v.object({ id: idInput, state: v.picklist(['shown', 'removed']) }),
  output: v.object({ data: moderated }),
});

const MAX_MODERATED = 100;

export const moderateComments = defineCall({
  name: 'moderateComments',
  method: 'POST',
  path: '/operator/comment-batches',
  summary: 'Shows or removes many comments for one reason. `unknown`: those that are not there, or have no text.',
  access: { caller: 'operator', permission: 'comments.moderate' },
  input: v.object({
    ids: v.pipe(
      v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
      v.minLength(1),
      v.maxLength(MAX_MODERATED),
    ),
    state: v.picklist(['shown', 'removed']),
    reason,
  }),
  output: v.object({ data: v.object({ done: v.array(v.number()), unknown: v.array(v.number()) }) }),
});

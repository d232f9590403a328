import * as v from 'valibot';
import { reason } from '../../platform/http/calls/reason.ts';
import { foldWord } from './comment-words.ts';
import { COMMENT_STATES, HOLD_RULES, REPORT_REASONS } from './comments.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { idInput } from '../titles/contract/shapes.ts';

/** Operator calls (docs/comments.md) for the role `comments` or all. */

const moderated = v.object({
  id: v.number(),
  title_id: v.number(),
  title_fa: v.nullable(v.string()),
  title_en: v.nullable(v.string()),
  parent_id: v.nullable(v.number()),
  /** Of the comment that this one answers. */
  parent_text: v.nullable(v.string()),
  user_id: v.number(),
  name: v.string(),
  reader_name: v.string(),
  text: v.string(),
  at: v.nullable(v.number()),
  state: v.picklist(COMMENT_STATES),
  /** The rule: `all`, `first`, `words`, `links` or `reports`; '' for none. */
  held_for: v.string(),
  removed_by: v.string(),
  likes: v.number(),
  reports: v.number(),
  /** Since the decision; 0 before one. */
  new_reports: v.number(),
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
    'The comments of one queue, or of one writer in it, 100 a page: those that wait from the oldest on, the others from the newest. `reported`: since the decision, if there was one. `all` is for one writer.',
  access: { caller: 'operator', permission: 'comments.moderate' },
  input: v.object({
    queue: v.optional(v.picklist([...COMMENT_STATES, 'reported', 'all']), 'held'),
    user: v.optional(idInput),
    after: v.optional(idInput, 0),
  }),
  output: v.object({
    data: v.array(moderated),
    next: v.nullable(v.number()),
    /** How many comments of the writer have each state, for `user` alone. */
    writer: v.nullable(v.object({ shown: v.number(), held: v.number(), removed: v.number() })),
  }),
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
  summary:
    'Shows or removes many comments for one reason. `unknown`: not there, or without text. `undo`: for `undoModeration`.',
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
  output: v.object({
    data: v.object({ done: v.array(v.number()), unknown: v.array(v.number()), undo: v.nullable(v.number()) }),
  }),
});

export const undoModeration = defineCall({
  name: 'undoModeration',
  method: 'POST',
  path: '/operator/comment-batches/:id/undo',
  summary:
    'Takes a decision of the last ten minutes back, once. Comments that were decided about since stay as they are.',
  access: { caller: 'operator', permission: 'comments.moderate' },
  input: v.object({ id: idInput }),
  output: v.object({ data: v.object({ restored: v.array(v.number()) }) }),
});

const MAX_WORD_CHARS = 60;
/** A single letter would hold nearly every comment. */
const MIN_WORD_LETTERS = 2;
const word = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(MAX_WORD_CHARS),
  v.check((text) => foldWord(text).length >= MIN_WORD_LETTERS, 'Too short'),
);

const rules = v.object({
  /** Those in force. */
  rules: v.array(v.picklist(HOLD_RULES)),
  /** False: `COMMENTS_HOLD` decides. */
  is_set: v.boolean(),
  rev: v.number(),
  changed_by: v.string(),
  changed_at: v.number(),
  words: v.array(
    v.object({
      word: v.string(),
      shown: v.string(),
      holds: v.boolean(),
      changed_by: v.string(),
      changed_at: v.number(),
    }),
  ),
  built_in: v.array(v.string()),
});

export const getCommentRules = defineCall({
  name: 'getCommentRules',
  method: 'GET',
  path: '/operator/comment-rules',
  summary: 'The rules that hold a new comment, the words of the desk, and the built-in ones.',
  access: { caller: 'operator', permission: 'comments.moderate' },
  input: v.object({}),
  output: v.object({ data: rules }),
});

export const setCommentRules = defineCall({
  name: 'setCommentRules',
  method: 'POST',
  path: '/operator/comment-rules',
  summary: 'Sets the rules that hold a new comment. `rev` is that of the rules that were read.',
  access: { caller: 'operator', permission: 'comments.rules' },
  input: v.object({
    rules: v.pipe(v.array(v.picklist(HOLD_RULES)), v.minLength(1), v.maxLength(HOLD_RULES.length)),
    rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    reason,
  }),
  output: v.object({ data: v.object({ rev: v.number() }) }),
});

export const setCommentWord = defineCall({
  name: 'setCommentWord',
  method: 'POST',
  path: '/operator/comment-words',
  summary: 'Sets whether a word, in any spelling, holds a comment. `built_in`: as the built-in list has it.',
  access: { caller: 'operator', permission: 'comments.rules' },
  input: v.object({ word, holds: v.picklist(['yes', 'no', 'built_in']), reason }),
  output: v.object({ data: v.object({ word: v.string() }) }),
});

export const tryCommentWord = defineCall({
  name: 'tryCommentWord',
  method: 'GET',
  path: '/operator/comment-words/try',
  summary: 'How many of the newest comments a word would hold, and the newest five of them.',
  access: { caller: 'operator', permission: 'comments.moderate' },
  input: v.object({ word }),
  output: v.object({
    data: v.object({
      word: v.string(),
      looked_at: v.number(),
      matched: v.number(),
      newest: v.array(v.object({ id: v.number(), title_id: v.number(), text: v.string() })),
    }),
  }),
});

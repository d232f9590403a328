import * as v from 'valibot';
import { HELP_AUTHORS, HELP_KINDS, HELP_STATES } from './help.ts';
import { parsePlayNumbers, PLAY_TEXT_MAX } from './play-numbers.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { paymentId } from '../operator/payment.ts';
import { empty, idInput } from '../titles/contract/shapes.ts';

/** Messages to support. Epoch seconds. */

/** Of one form: a second press with it writes nothing. */
export const helpKey = v.pipe(v.string(), v.regex(/^[\w.:-]{8,64}$/));
export const helpText = v.pipe(v.string(), v.maxLength(20_000));
/** The last one of a page: its time and number. */
export const helpCursor = v.pipe(v.string(), v.regex(/^\d{1,12}\.\d{1,9}$/));
/** A path of this site, with its query. */
export const helpPage = v.pipe(v.string(), v.regex(/^\/(?!\/)[\w\-./%~?=&]{0,199}$/));

/** Of the play that it is about (play-numbers.ts). */
const playText = v.pipe(
  v.string(),
  v.maxLength(PLAY_TEXT_MAX),
  v.check((text) => parsePlayNumbers(text) !== null),
);

export const helpThread = {
  number: v.number(),
  kind: v.picklist(HELP_KINDS),
  payment_id: v.nullable(v.string()),
  page: v.nullable(v.string()),
  play: v.nullable(v.string()),
  state: v.picklist(HELP_STATES),
  created_at: v.number(),
  changed_at: v.number(),
};
export const helpMessage = v.object({
  id: v.number(),
  author: v.picklist(HELP_AUTHORS),
  text: v.string(),
  created_at: v.number(),
});
export type HelpMessage = v.InferOutput<typeof helpMessage>;

/** 1: an answer that the user has not read. */
const unread = v.number();

export const listHelp = defineCall({
  name: 'listHelp',
  method: 'GET',
  path: '/my/help',
  summary:
    "The user's threads with support, the newest change first, 20 a page. `text`: the start of the newest message.",
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ before: v.optional(helpCursor) }),
  output: v.object({
    data: v.array(v.object({ ...helpThread, unread, text: v.string() })),
    next: v.nullable(v.string()),
  }),
});

export const getHelp = defineCall({
  name: 'getHelp',
  method: 'GET',
  path: '/my/help/:number',
  summary: "One thread of the user's with all its messages.",
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ number: idInput }),
  output: v.object({ data: v.object({ ...helpThread, unread, messages: v.array(helpMessage) }) }),
});

export const countUnreadHelp = defineCall({
  name: 'countUnreadHelp',
  method: 'GET',
  path: '/my/help/unread',
  summary:
    "How many of the user's threads have an answer, and how often days were given, that the user has not read of.",
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({ data: v.object({ unread: v.number() }) }),
});

export const readHelp = defineCall({
  name: 'readHelp',
  method: 'POST',
  path: '/my/help/:number/read',
  summary: "Marks a thread of the user's as read, up to `message`; without it, up to the newest.",
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ number: idInput, message: v.optional(idInput) }),
  output: v.object({ data: v.object({ unread }) }),
});

export const openHelp = defineCall({
  name: 'openHelp',
  method: 'POST',
  path: '/my/help',
  summary: 'Writes to support, once for each key: plain text of at most 2,000 code points. Five threads in 24 hours.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({
    key: helpKey,
    kind: v.picklist(HELP_KINDS),
    payment_id: v.optional(v.nullable(paymentId), null),
    page: v.optional(v.nullable(helpPage), null),
    play: v.optional(v.nullable(playText), null),
    text: helpText,
  }),
  output: v.object({ data: v.object({ number: v.number() }) }),
});

export const addHelpMessage = defineCall({
  name: 'addHelpMessage',
  method: 'POST',
  path: '/my/help/:number/messages',
  summary: "Adds a message to a thread of the user's, once for each key, and opens it again. Twenty in 24 hours.",
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ number: idInput, key: helpKey, text: helpText }),
  output: v.object({ data: v.object({ id: v.number() }) }),
});

import * as v from 'valibot';
import { HELP_STATES } from './help.ts';
import { helpCursor, helpKey, helpMessage, helpText, helpThread } from './contract.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { idInput } from '../titles/contract/shapes.ts';

/** Calls of the members who answer support's messages; without `people.contact` they see a masked mobile. Epoch seconds. */

const rev = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const writer = { user_id: v.number(), mobile: v.string(), name: v.string() };

export const listHelpQueue = defineCall({
  name: 'listHelpQueue',
  method: 'GET',
  path: '/operator/help',
  summary: 'Threads of one state, 50 a page: those that wait the longest first, the others by their newest change.',
  access: { caller: 'operator', permission: 'help.read' },
  input: v.object({ state: v.optional(v.picklist(HELP_STATES), 'open'), after: v.optional(helpCursor) }),
  output: v.object({
    /** `waits_since`: the user's first message without an answer. */
    data: v.array(v.object({ ...helpThread, ...writer, rev: v.number(), waits_since: v.number(), text: v.string() })),
    next: v.nullable(v.string()),
  }),
});

export const listAccountHelp = defineCall({
  name: 'listAccountHelp',
  method: 'GET',
  path: '/operator/accounts/:id/help',
  summary: "An account's threads with support, the newest change first; 20.",
  access: { caller: 'operator', permission: 'help.read' },
  input: v.object({ id: idInput }),
  output: v.object({ data: v.array(v.object({ ...helpThread, text: v.string() })) }),
});

export const getHelpThread = defineCall({
  name: 'getHelpThread',
  method: 'GET',
  path: '/operator/help/:number',
  summary: 'One thread with all its messages, and `rev`, which an answer names.',
  access: { caller: 'operator', permission: 'help.read' },
  input: v.object({ number: idInput }),
  output: v.object({
    data: v.object({
      ...helpThread,
      ...writer,
      rev: v.number(),
      /** `operator`: who answered; '' for the user. */
      messages: v.array(v.object({ ...helpMessage.entries, operator: v.string() })),
    }),
  }),
});

export const answerHelp = defineCall({
  name: 'answerHelp',
  method: 'POST',
  path: '/operator/help/:number/answers',
  summary: 'Answers a thread as it was read (`rev`), once for each key.',
  access: { caller: 'operator', permission: 'help.answer' },
  input: v.object({ number: idInput, key: helpKey, rev, text: helpText }),
  output: v.object({ data: v.object({ id: v.number() }) }),
});

export const closeHelp = defineCall({
  name: 'closeHelp',
  method: 'POST',
  path: '/operator/help/:number/close',
  summary: 'Closes a thread as it was read (`rev`). A message of the user opens it again.',
  access: { caller: 'operator', permission: 'help.answer' },
  input: v.object({ number: idInput, rev }),
  output: v.object({ data: v.object({ state: v.picklist(HELP_STATES) }) }),
});

export const MAX_THREADS_AT_ONCE = 50;
/** `changed`: somebody wrote since the list was read. */
export const CLOSE_RESULTS = ['closed', 'changed', 'unknown'] as const;

export const closeHelpThreads = defineCall({
  name: 'closeHelpThreads',
  method: 'POST',
  path: '/operator/help/close',
  summary: 'Closes threads as the list showed them (`rev`), with a result for each.',
  access: { caller: 'operator', permission: 'help.answer' },
  input: v.object({
    threads: v.pipe(v.array(v.object({ number: idInput, rev })), v.minLength(1), v.maxLength(MAX_THREADS_AT_ONCE)),
  }),
  output: v.object({ data: v.array(v.object({ number: v.number(), result: v.picklist(CLOSE_RESULTS) })) }),
});

import * as v from 'valibot';
import { typedNumber } from '../../platform/http/calls/typed-input.ts';
import { defineCall } from '../../platform/http/calls/call.ts';

const output = v.object({ token: v.string() });

/** Spec 2.46. */
export const enterKids = defineCall({
  name: 'enterKids',
  method: 'POST',
  path: '/kids/enter',
  summary: 'Begins kids mode with a parent’s PIN of four digits; without one, with the PIN this browser knows.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', address: 'optional', cookie: 'kids' },
  input: v.object({ pin: v.optional(typedNumber(16)) }),
  output,
});

export const leaveKids = defineCall({
  name: 'leaveKids',
  method: 'POST',
  path: '/kids/leave',
  summary: 'Ends kids mode with the parent’s PIN; five wrong ones lock the way out for 15 minutes.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', address: 'optional', cookie: 'kids' },
  input: v.object({ pin: typedNumber(16) }),
  output,
});

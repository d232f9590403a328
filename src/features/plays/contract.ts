import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { idInput } from '../titles/contract/shapes.ts';

export const countPlay = defineCall({
  name: 'countPlay',
  method: 'POST',
  path: '/plays',
  summary: 'Counts a view of a title, once a day for each viewer.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', address: 'optional', cookie: 'guest-read' },
  input: v.object({ id: idInput }),
  output: v.object({ data: v.object({ counted: v.boolean() }) }),
});

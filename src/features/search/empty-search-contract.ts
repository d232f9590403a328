import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { EMPTY_SEARCH_PATH } from './keys.ts';

export const reportEmptySearch = defineCall({
  name: 'reportEmptySearch',
  method: 'POST',
  path: EMPTY_SEARCH_PATH,
  summary:
    'Counts a page of results that has none. The query is stored where it has nothing of a person; nothing of who sent it.',
  access: { caller: 'anyone', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ query: v.pipe(v.string(), v.maxLength(200)) }),
  output: v.object({ data: v.object({ counted: v.boolean() }) }),
});

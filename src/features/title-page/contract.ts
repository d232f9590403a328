import * as v from 'valibot';
import { PLAY_STATES } from '../entitlement/entitlement.ts';
import { TITLE_KINDS } from '../../platform/kinds.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { idInput } from '../titles/contract/shapes.ts';

/** For a title's page, which is the same for everybody and fills its places for the viewer. */
export const getTitleViewer = defineCall({
  name: 'getTitleViewer',
  method: 'GET',
  path: '/my/titles/:kind/:id',
  summary:
    'The viewer’s right to a title, the video that Play plays with its place in seconds, the watched shares of it and of its episodes, and the stars.',
  access: { caller: 'anyone', session: 'current', kids: 'allowed', address: 'optional', cookie: 'none' },
  input: v.object({ kind: v.picklist(TITLE_KINDS), id: idInput }),
  output: v.object({
    data: v.object({
      state: v.picklist(PLAY_STATES),
      /** `at` 0: from the beginning. Null without a video. */
      playing: v.nullable(v.object({ id: v.number(), at: v.number(), duration: v.number() })),
      /** `share` from 0 to 1; 1 for seen to the end. */
      watched: v.array(v.object({ id: v.number(), share: v.number() })),
      stars: v.nullable(v.number()),
      can_rate: v.boolean(),
    }),
  }),
});

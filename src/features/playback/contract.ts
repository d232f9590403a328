import * as v from 'valibot';
import { defineCall } from '../../platform/http/call.ts';
import { TITLE_KINDS } from '../../platform/kinds.ts';
import { streamId } from '../streams/contract.ts';
import { idInput } from '../titles/contract/shapes.ts';

export const renewPlay = defineCall({
  name: 'renewPlay',
  method: 'POST',
  path: '/plays/renew',
  summary: 'Signs the addresses of a title’s media anew, before the ones in use expire.',
  input: v.object({ kind: v.picklist(TITLE_KINDS), id: idInput, stream: v.optional(streamId) }),
  output: v.object({
    data: v.nullable(
      v.object({
        manifest_url: v.string(),
        /** Epoch seconds, as is `now`, the server's clock. */
        expires_at: v.number(),
        now: v.nullable(v.number()),
      }),
    ),
  }),
});

import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { reason } from '../../platform/http/calls/reason.ts';
import { exportAccount } from '../personal-data/contract.ts';
import { idInput } from '../titles/contract/shapes.ts';

const count = v.optional(v.number(), 0);

/** All that erasing an account takes away. Toman; epoch seconds. */
export const erasurePreview = v.object({
  wallet: v.number(),
  until: v.number(),
  mandates: v.number(),
  /** Films and seats that were bought, rows of lists, comments, streams that run, and gift cards nobody has used.
   * Requests of a second member from before they were counted have none. */
  purchases: count,
  lists: count,
  comments: count,
  streams: count,
  gift_cards: count,
  erase_at: v.number(),
});
export type ErasurePreview = v.InferOutput<typeof erasurePreview>;

export const rehearseErasure = defineCall({
  name: 'rehearseErasure',
  method: 'GET',
  path: '/operator/accounts/:id/erasure',
  summary: 'What erasing an account at the wish of its owner would end. Nothing happens.',
  access: { caller: 'operator', permission: 'people.write' },
  input: v.object({ id: idInput }),
  output: v.object({ data: erasurePreview }),
});

export const cancelErasure = defineCall({
  name: 'cancelErasure',
  method: 'POST',
  path: '/operator/accounts/:id/cancel-erasure',
  summary:
    'Takes an erasure back before its day, also one of the owner: the person signs in again. Consents of banks stay revoked.',
  access: { caller: 'operator', permission: 'people.write' },
  input: v.object({ id: idInput, reason }),
  output: v.object({ data: v.object({ id: v.number() }) }),
});

export const exportPerson = defineCall({
  name: 'exportPerson',
  method: 'POST',
  path: '/operator/accounts/:id/export',
  summary: "All that is stored about an account, as its owner's own export; also needs people.contact.",
  access: { caller: 'operator', permission: 'people.write' },
  input: v.object({ id: idInput, reason }),
  output: exportAccount.output,
});

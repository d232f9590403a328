import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { OWN_LISTS } from '../lists/my-lists.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { qualityRow } from './quality-contract.ts';

/** Epoch seconds. Null names: of a title or channel that no longer exists. */
const names = { name_fa: v.nullable(v.string()), name_en: v.nullable(v.string()) };

const play = v.object({
  kind: v.picklist(['title', 'channel']),
  item_id: v.number(),
  ...names,
  began_at: v.number(),
  /** Until when it was held, or is. */
  ends_at: v.number(),
  /** `stopped`: by the account from another device, or by a block. */
  state: v.picklist(['running', 'over', 'stopped']),
  browser: v.string(),
  system: v.string(),
  /** AS number of a network with a name; 0 for another. */
  network: v.number(),
});
export type AccountPlay = v.InferOutput<typeof play>;

export const PURCHASE_KINDS = ['title', 'screening', 'download'] as const;

export const getAccountViewing = defineCall({
  name: 'getAccountViewing',
  method: 'GET',
  path: '/operator/accounts/:id/viewing',
  summary:
    'Plays of the last day with the figures of their networks, which name nobody, the lists and the purchases of an account.',
  access: { caller: 'operator', permission: 'people.viewing' },
  input: v.object({ id: idInput }),
  output: v.object({
    data: v.object({
      /** The newest 50. */
      plays: v.array(play),
      /** Of today and yesterday in Tehran, of all viewers of the networks of those plays. */
      networks: v.array(v.object({ network: v.number(), ...qualityRow.entries })),
      /** The newest 20 of each list, with the number of all. */
      lists: v.array(
        v.object({
          list: v.picklist(OWN_LISTS),
          count: v.number(),
          titles: v.array(v.object({ title_id: v.number(), ...names, added_at: v.number() })),
        }),
      ),
      /** The newest 50. `ends_at` null: for good. */
      purchases: v.array(
        v.object({
          kind: v.picklist(PURCHASE_KINDS),
          title_id: v.number(),
          ...names,
          payment_id: v.string(),
          bought_at: v.number(),
          ends_at: v.nullable(v.number()),
        }),
      ),
    }),
  }),
});

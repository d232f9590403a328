import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { reason } from '../../platform/http/calls/reason.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { actKey, PRICE_STATES, rev, startsAt } from './prices-contract.ts';

/** The trial of new accounts in the desk. Epoch seconds; days, 0 for none. */

export const MAX_TRIAL_DAYS = 90;

const trialRule = v.object({
  id: v.number(),
  starts_at: v.number(),
  days: v.number(),
  operator: v.string(),
  reason: v.string(),
  created_at: v.number(),
  withdrawn_at: v.nullable(v.number()),
});
export type TrialRule = v.InferOutput<typeof trialRule>;
const listedRule = v.object({ ...trialRule.entries, state: v.picklist(PRICE_STATES) });
export type ListedRule = v.InferOutput<typeof listedRule>;

export const listTrialRules = defineCall({
  name: 'listTrialRules',
  method: 'GET',
  path: '/operator/trials',
  summary: 'The trial that a new account gets now, and the newest 200 rules made in the desk.',
  access: { caller: 'operator', permission: 'prices.read' },
  input: v.object({}),
  output: v.object({
    data: v.object({
      days: v.number(),
      /** Days of the settings, where no rule has begun. */
      setting: v.number(),
      /** Counts the rules made and withdrawn: an act names the one that was read. */
      rev: v.number(),
      rules: v.array(listedRule),
    }),
  }),
});
export type TrialRules = v.InferOutput<typeof listTrialRules.output>['data'];

export const addTrialRule = defineCall({
  name: 'addTrialRule',
  method: 'POST',
  path: '/operator/trials',
  summary:
    'Gives new accounts another trial from a time on, once for each key. `rehearse`: says what would count, and changes nothing.',
  access: { caller: 'operator', permission: 'prices.write' },
  input: v.object({
    key: actKey,
    rev,
    starts_at: startsAt,
    days: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_TRIAL_DAYS)),
    reason,
    rehearse: v.optional(v.boolean(), false),
  }),
  output: v.object({
    data: v.object({
      starts_at: v.number(),
      /** When a rule that is planned already follows. */
      ends_at: v.nullable(v.number()),
      before: v.number(),
      after: v.number(),
    }),
  }),
});

export const withdrawTrialRule = defineCall({
  name: 'withdrawTrialRule',
  method: 'POST',
  path: '/operator/trials/:id/withdraw',
  summary: 'Withdraws a rule of the trial that has not begun.',
  access: { caller: 'operator', permission: 'prices.write' },
  input: v.object({ id: idInput, rev, reason }),
  output: v.object({ data: trialRule }),
});

import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { buildTextInput, reason } from '../../platform/http/calls/reason.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { actKey, cost, planSale, planTexts, planWording, rev, startsAt, toman } from './prices-contract.ts';

/** Plans in the desk: which there are, and from when each is sold. Epoch seconds; toman before VAT. */

const MAX_PLAN_DAYS = 3660;
const MAX_PLAN_STREAMS = 20;
export const MAX_NAME_CHARS = 60;
export const MAX_TEXT_CHARS = 300;
const name = buildTextInput(2, MAX_NAME_CHARS);
const text = buildTextInput(3, MAX_TEXT_CHARS);
const count = (max: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(max));
const rehearse = v.optional(v.boolean(), false);

const wording = { name_fa: name, name_en: name, description: text, description_en: text };

export const addPlan = defineCall({
  name: 'addPlan',
  method: 'POST',
  path: '/operator/plans',
  summary:
    'Makes a plan that is sold from a time on, once for each key. `rehearse`: says its cost, and changes nothing.',
  access: { caller: 'operator', permission: 'prices.write' },
  input: v.object({
    key: actKey,
    ...wording,
    days: count(MAX_PLAN_DAYS),
    toman,
    /** Streams at once; null for the site's own limit. */
    streams: v.nullable(count(MAX_PLAN_STREAMS)),
    starts_at: startsAt,
    reason,
    rehearse,
  }),
  output: v.object({
    /** `id`: null in a rehearsal. */
    data: v.object({ id: v.nullable(v.number()), starts_at: v.number(), cost }),
  }),
});

export const changePlanSale = defineCall({
  name: 'changePlanSale',
  method: 'POST',
  path: '/operator/plans/:id/sales',
  summary:
    'Withdraws a plan from sale, or puts it on sale again, from a time on, once for each key. `rehearse`: changes nothing.',
  access: { caller: 'operator', permission: 'prices.write' },
  input: v.object({ id: idInput, key: actKey, rev, starts_at: startsAt, is_sold: v.boolean(), reason, rehearse }),
  output: v.object({
    data: v.object({
      starts_at: v.number(),
      /** When a change of its sale that is planned already follows. */
      ends_at: v.nullable(v.number()),
      is_sold: v.boolean(),
    }),
  }),
});

export const withdrawPlanSale = defineCall({
  name: 'withdrawPlanSale',
  method: 'POST',
  path: '/operator/plans/:id/sales/:sale/withdraw',
  summary: "Withdraws a change of a plan's sale that has not begun.",
  access: { caller: 'operator', permission: 'prices.write' },
  input: v.object({ id: idInput, sale: idInput, rev, reason }),
  output: v.object({ data: planSale }),
});

export const changePlanTexts = defineCall({
  name: 'changePlanTexts',
  method: 'POST',
  path: '/operator/plans/:id/texts',
  summary:
    'Gives a plan other names and descriptions from a time on, once for each key. `rehearse`: changes nothing. Payments keep theirs.',
  access: { caller: 'operator', permission: 'prices.write' },
  input: v.object({ id: idInput, key: actKey, rev, starts_at: startsAt, ...wording, reason, rehearse }),
  output: v.object({
    data: v.object({
      starts_at: v.number(),
      /** When texts that are planned already follow. */
      ends_at: v.nullable(v.number()),
      before: v.object(planTexts),
      after: v.object(planTexts),
    }),
  }),
});

export const withdrawPlanTexts = defineCall({
  name: 'withdrawPlanTexts',
  method: 'POST',
  path: '/operator/plans/:id/texts/:texts/withdraw',
  summary: 'Withdraws texts of a plan that have not begun.',
  access: { caller: 'operator', permission: 'prices.write' },
  input: v.object({ id: idInput, texts: idInput, rev, reason }),
  output: v.object({ data: planWording }),
});

import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { isoDay } from '../../platform/text/iso-day.ts';
import { tehranMidnight } from '../../platform/text/tehran-week.ts';
import { LEDGER_EVENTS } from '../ledger/ledger.ts';

const day = v.pipe(
  v.string(),
  v.regex(/^20\d\d-\d\d-\d\d$/),
  v.check((text) => {
    const midnight = tehranMidnight(text);
    return Number.isFinite(midnight) && isoDay(midnight) === text;
  }),
);
const event = v.picklist(LEDGER_EVENTS);

export const getDayBook = defineCall({
  name: 'getDayBook',
  method: 'GET',
  path: '/operator/books',
  summary: "The ledger's sums of a day in Tehran, and the VAT of its Jalali month and the eleven before it.",
  access: { caller: 'operator', permission: 'books.read' },
  input: v.object({ day }),
  output: v.object({
    data: v.object({
      day: v.string(),
      from: v.number(),
      to: v.number(),
      /** Toman. All wallets are one account, `wallet`. */
      sums: v.array(
        v.object({ event, account: v.string(), entries: v.number(), increase: v.number(), decrease: v.number() }),
      ),
      /** `unbalanced`: events whose entries do not sum to zero. */
      events: v.array(v.object({ event, count: v.number(), unbalanced: v.number() })),
      months: v.array(v.object({ from: v.number(), to: v.number(), charged: v.number(), refunded: v.number() })),
    }),
  }),
});
export type DayBook = v.InferOutput<typeof getDayBook.output>['data'];

import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { isoDay } from '../../platform/text/iso-day.ts';
import { tehranMidnight } from '../../platform/text/tehran-week.ts';
import { LEDGER_EVENTS } from '../ledger/ledger.ts';

/** A day in Tehran. */
export const day = v.pipe(
  v.string(),
  v.regex(/^20\d\d-\d\d-\d\d$/),
  v.check((text) => {
    const midnight = tehranMidnight(text);
    return Number.isFinite(midnight) && isoDay(midnight) === text;
  }),
);
const event = v.picklist(LEDGER_EVENTS);

/** Seconds after a day's end: what began before it has been booked. */
export const CLOSE_AFTER_SECONDS = 10 * 60;

const book = {
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
  /** Days of subscription that were given: by a person to one account, by a case, by a rule; and those taken back. */
  days: v.array(
    v.object({ source: v.picklist(['person', 'case', 'rule', 'undo']), accounts: v.number(), days: v.number() }),
  ),
  /** `late`: entries of the day that came after it was closed. */
  closing: v.nullable(
    v.object({ by: v.string(), at: v.number(), entries: v.number(), hash: v.string(), late: v.number() }),
  ),
};

export const getDayBook = defineCall({
  name: 'getDayBook',
  method: 'GET',
  path: '/operator/books',
  summary: "The ledger's sums of a day in Tehran, and the VAT of its Jalali month and the eleven before it.",
  access: { caller: 'operator', permission: 'books.read' },
  input: v.object({ day }),
  output: v.object({ data: v.object(book) }),
});
export type DayBook = v.InferOutput<typeof getDayBook.output>['data'];

export const closeDay = defineCall({
  name: 'closeDay',
  method: 'POST',
  path: '/operator/books/:day/close',
  summary: 'Closes a day that is over, with the number of entries that was shown. Nothing opens it again.',
  access: { caller: 'operator', permission: 'books.close' },
  input: v.object({ day, entries: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }),
  output: v.object({ data: v.object(book) }),
});

import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { reason } from '../../platform/http/calls/reason.ts';
import { typedNumber } from '../../platform/http/calls/typed-input.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { refundPayment } from './contract.ts';

/** Calls that change an account's mobile number, with proof. Epoch seconds. */

export const MOBILE_NUMBERS = ['new', 'old'] as const;
export type MobileNumber = (typeof MOBILE_NUMBERS)[number];
export const MOBILE_CODE_DIGITS = 6;

/** Both numbers are masked for who lacks `people.contact`. */
const mobileChange = v.object({
  id: v.number(),
  user_id: v.number(),
  old_mobile: v.string(),
  new_mobile: v.string(),
  new_proved: v.boolean(),
  old_proved: v.boolean(),
  expires_at: v.number(),
});
export type MobileChange = v.InferOutput<typeof mobileChange>;

/** For the second member, where the old number is lost: masked, since it outlives the account. */
export const mobilePreview = v.object({ old_mobile: v.string(), new_mobile: v.string() });

export const startMobileChange = defineCall({
  name: 'startMobileChange',
  method: 'POST',
  path: '/operator/accounts/:id/mobile-changes',
  summary: 'Begins a change of the mobile number, once for each key; another one of the account ends. Nothing is sent.',
  access: { caller: 'operator', permission: 'people.mobile' },
  input: v.object({ id: idInput, key: refundPayment.input.entries.key, mobile: typedNumber(64), reason }),
  output: v.object({ data: mobileChange }),
});

export const sendMobileCode = defineCall({
  name: 'sendMobileCode',
  method: 'POST',
  path: '/operator/mobile-changes/:id/send',
  summary: 'Sends a code of six digits by SMS to the new or the old number of a change.',
  access: { caller: 'operator', permission: 'people.mobile' },
  input: v.object({ id: idInput, number: v.picklist(MOBILE_NUMBERS) }),
  output: v.object({ data: v.object({ resend_after: v.number() }) }),
});

export const proveMobile = defineCall({
  name: 'proveMobile',
  method: 'POST',
  path: '/operator/mobile-changes/:id/prove',
  summary: 'Takes the code that a caller read from the phone of the new or the old number, once.',
  access: { caller: 'operator', permission: 'people.mobile' },
  input: v.object({ id: idInput, number: v.picklist(MOBILE_NUMBERS), code: typedNumber(64) }),
  output: v.object({ data: mobileChange }),
});

export const rehearseMobileChange = defineCall({
  name: 'rehearseMobileChange',
  method: 'GET',
  path: '/operator/mobile-changes/:id/effect',
  summary: 'What a change would end and keep, as though it were proved. Nothing happens.',
  access: { caller: 'operator', permission: 'people.mobile' },
  input: v.object({ id: idInput }),
  output: v.object({
    data: v.object({
      sessions: v.number(),
      streams: v.number(),
      /** That knew one of the numbers and prove themselves again. */
      browsers: v.number(),
      mandates: v.number(),
      is_member: v.boolean(),
    }),
  }),
});

export const finishMobileChange = defineCall({
  name: 'finishMobileChange',
  method: 'POST',
  path: '/operator/mobile-changes/:id/finish',
  summary: 'Changes the number where both are proved: sessions end, and the old number gets a message.',
  access: { caller: 'operator', permission: 'people.mobile' },
  input: v.object({ id: idInput }),
  output: v.object({ data: v.object({ ended: v.number() }) }),
});

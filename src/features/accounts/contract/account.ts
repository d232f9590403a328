import * as v from 'valibot';
import { SUBTITLE_BACKGROUNDS, SUBTITLE_COLOURS, SUBTITLE_SIZES } from '../preferences.ts';
import { typedNumber } from '../../../platform/http/calls/typed-input.ts';
import { defineCall } from '../../../platform/http/calls/call.ts';
import { empty } from '../../titles/contract/shapes.ts';

export const NAME_MAX_LENGTH = 60;

const preferences = {
  autoplay: v.boolean(),
  data_saver: v.boolean(),
  subtitle_size: v.picklist(SUBTITLE_SIZES),
  subtitle_colour: v.picklist(SUBTITLE_COLOURS),
  subtitle_background: v.picklist(SUBTITLE_BACKGROUNDS),
};
/** `comment_name`: beside comments, '' for none; `name` is the owner's alone. */
const settings = v.object({ name: v.string(), comment_name: v.optional(v.string(), ''), ...preferences });
export type Settings = v.InferOutput<typeof settings>;

export const personName = v.pipe(
  v.string(),
  v.transform((name) => name.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')),
  v.trim(),
  v.maxLength(NAME_MAX_LENGTH),
  v.regex(/^[^\p{Cc}<>]*$/u),
);

export const getSettings = defineCall({
  name: 'getSettings',
  method: 'GET',
  path: '/my/settings',
  summary: 'Name, name for comments, autoplay, data saver and subtitle style of the signed-in user (spec 9.21).',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({ data: settings }),
});

export const saveSettings = defineCall({
  name: 'saveSettings',
  method: 'POST',
  path: '/my/settings',
  summary: 'Changes the settings that are given and leaves the rest.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.partial(v.object({ name: personName, comment_name: personName, ...preferences })),
  output: v.object({ data: settings }),
});

const deviceId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

export const getDevices = defineCall({
  name: 'getDevices',
  method: 'GET',
  path: '/my/devices',
  summary: 'Where the user is signed in, the one used last first; at most 50.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({
    data: v.array(
      v.object({
        id: deviceId,
        browser: v.string(), // '' if unknown
        system: v.string(),
        current: v.boolean(), // The device of this request
        /** The account was not used on such a device before this login, which was in the last days. */
        is_new: v.optional(v.boolean(), false),
        signed_in_at: v.number(),
        used_at: v.number(), // Precise to the day
      }),
    ),
  }),
});

export const endDevice = defineCall({
  name: 'endDevice',
  method: 'POST',
  path: '/my/devices/end',
  summary: 'Signs one device out; somebody else’s is unknown.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ id: v.pipe(v.string(), v.maxLength(64)) }),
  output: v.object({ data: v.object({ ended: v.number() }) }),
});

export const endOtherDevices = defineCall({
  name: 'endOtherDevices',
  method: 'POST',
  path: '/my/devices/end-others',
  summary: 'Signs every device out but the one that asks.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({ data: v.object({ ended: v.number() }) }),
});

export const sendConfirmation = defineCall({
  name: 'sendConfirmation',
  method: 'POST',
  path: '/account/confirm/send',
  summary: 'Sends a code by SMS to the account’s own mobile, to be confirmed on this session.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({
    sms_sent: v.boolean(),
    resend_after: v.number(), // Seconds
    message: v.string(),
    message_fa: v.string(),
  }),
});

export const confirmCode = defineCall({
  name: 'confirmCode',
  method: 'POST',
  path: '/account/confirm',
  summary: 'Confirms that code: adding a bank, a first direct debit, cancelling and export are open for ten minutes.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ code: typedNumber(64) }),
  output: v.object({ data: v.object({ confirmed_until: v.number() }) }),
});

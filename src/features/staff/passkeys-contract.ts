import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { personName } from '../accounts/contract/account.ts';
import { empty, idInput } from '../titles/contract/shapes.ts';
import { staffSession } from './contract.ts';

const ownAccess = { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' } as const;

/** WebAuthn, level 3, section 5.8.3: an id has at most 1023 bytes. */
const MAX_ID_CHARS = 1364;
const MAX_PART_CHARS = 8192;
const base64Url = (most: number) => v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/), v.maxLength(most));
const id = base64Url(MAX_ID_CHARS);
const part = base64Url(MAX_PART_CHARS);
/** WebAuthn, level 3, section 5.8.4. Others are left out: they are hints only. */
export const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const transports = v.array(v.picklist(TRANSPORTS));
const passkeyId = v.object({ id: v.string(), transports });
const name = v.pipe(personName, v.nonEmpty());

const passkey = v.object({
  id: v.number(),
  name: v.string(),
  added_at: v.number(),
  used_at: v.nullable(v.number()),
  is_blocked: v.boolean(),
});
export type Passkey = v.InferOutput<typeof passkey>;

export const listPasskeys = defineCall({
  name: 'listPasskeys',
  method: 'GET',
  path: '/staff/passkeys',
  summary: "The member's own passkeys; the desk is open.",
  access: ownAccess,
  input: empty,
  output: v.object({ data: v.array(passkey) }),
});

export const beginPasskey = defineCall({
  name: 'beginPasskey',
  method: 'POST',
  path: '/staff/passkeys/challenge',
  summary:
    'A challenge for a new passkey, for two minutes and this session. Needs a fresh code, unless it is the first.',
  access: ownAccess,
  input: empty,
  output: v.object({
    data: v.object({
      challenge: v.string(),
      rp_id: v.string(),
      user_id: v.string(),
      user_name: v.string(),
      known: v.array(passkeyId),
    }),
  }),
});

export const addPasskey = defineCall({
  name: 'addPasskey',
  method: 'POST',
  path: '/staff/passkeys',
  summary: 'Stores a passkey made for the challenge. A first factor opens the desk and brings recovery codes.',
  access: ownAccess,
  input: v.object({
    name,
    credential: v.object({
      id,
      client_data: part,
      attestation: part,
      transports: v.pipe(
        v.array(v.pipe(v.string(), v.maxLength(30))),
        v.maxLength(20),
        v.transform((all) => TRANSPORTS.filter((transport) => all.includes(transport))),
      ),
    }),
  }),
  output: v.object({
    data: v.object({ session: staffSession, recovery_codes: v.nullable(v.array(v.string())) }),
  }),
});

export const renamePasskey = defineCall({
  name: 'renamePasskey',
  method: 'POST',
  path: '/staff/passkeys/:id',
  summary: 'Another name for a passkey of the member.',
  access: ownAccess,
  input: v.object({ id: idInput, name }),
  output: v.object({ data: passkey }),
});

export const removePasskey = defineCall({
  name: 'removePasskey',
  method: 'POST',
  path: '/staff/passkeys/:id/remove',
  summary: 'Removes a passkey of the member. One factor remains.',
  access: ownAccess,
  input: v.object({ id: idInput }),
  output: v.object({ data: v.object({}) }),
});

export const beginPasskeySession = defineCall({
  name: 'beginPasskeySession',
  method: 'POST',
  path: '/staff/session/challenge',
  summary: "A challenge for the member's passkeys, for two minutes and this session.",
  access: ownAccess,
  input: empty,
  output: v.object({ data: v.object({ challenge: v.string(), rp_id: v.string(), known: v.array(passkeyId) }) }),
});

export const openPasskeySession = defineCall({
  name: 'openPasskeySession',
  method: 'POST',
  path: '/staff/session/passkey',
  summary: 'Opens the desk for twelve hours by a passkey, or confirms an open one. A challenge counts once.',
  access: ownAccess,
  input: v.object({
    credential: v.object({ id, client_data: part, authenticator_data: part, signature: part }),
  }),
  output: v.object({ data: v.object({ session: staffSession }) }),
});

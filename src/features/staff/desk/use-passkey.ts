import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { askAlone, callDesk } from '../../../platform/desk/call-desk.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { addPasskey, beginPasskey, beginPasskeySession, openPasskeySession } from '../passkeys-contract.ts';

/** ES256 and RS256, as the server takes them. */
const KEY_KINDS = [-7, -257].map((alg) => ({ alg, type: 'public-key' as const }));
const TIMEOUT_MS = 120_000;

/** A page without TLS has no passkeys, nor has a host that is a number (WebAuthn, 5.1.3). */
export function hasPasskeys(): boolean {
  const isNumber = /^(\d+\.){3}\d+$|^\[/.test(window.location.hostname);
  return typeof window.PublicKeyCredential === 'function' && !isNumber;
}

/** Throws an error with a text for the member. `isFirst`: at the door, where no gate asks. */
export async function createPasskey(name: string, isFirst: boolean): Promise<Output<typeof addPasskey>['data']> {
  const { data } = await (isFirst ? askAlone : callDesk)(beginPasskey, {});
  const made = await askBrowser(
    startRegistration({
      optionsJSON: {
        challenge: data.challenge,
        rp: { id: data.rp_id, name: m.desk_title() },
        user: { id: data.user_id, name: data.user_name, displayName: data.user_name },
        pubKeyCredParams: KEY_KINDS,
        timeout: TIMEOUT_MS,
        attestation: 'none',
        excludeCredentials: describe(data.known),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      },
    }),
  );
  const { clientDataJSON, attestationObject, transports = [] } = made.response;
  const credential = { id: made.id, client_data: clientDataJSON, attestation: attestationObject, transports };
  return (await askAlone(addPasskey, { name, credential })).data;
}

/** Opens or confirms the desk; throws an error with a text for the member. */
export async function openByPasskey(): Promise<void> {
  const { data } = await askAlone(beginPasskeySession, {});
  const used = await askBrowser(
    startAuthentication({
      optionsJSON: {
        challenge: data.challenge,
        rpId: data.rp_id,
        timeout: TIMEOUT_MS,
        userVerification: 'required',
        allowCredentials: describe(data.known),
      },
    }),
  );
  const { clientDataJSON, authenticatorData, signature } = used.response;
  const parts = { client_data: clientDataJSON, authenticator_data: authenticatorData, signature };
  await askAlone(openPasskeySession, { credential: { id: used.id, ...parts } });
}

type PasskeyIds = Output<typeof beginPasskeySession>['data']['known'];
const describe = (passkeys: PasskeyIds) => passkeys.map((key) => ({ ...key, type: 'public-key' as const }));

/** Browsers tell a member who closed their window from a missing key as little as they can. */
async function askBrowser<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    const isKnown = cause instanceof Error && cause.name === 'InvalidStateError';
    throw new Error(isKnown ? m.passkey_known() : m.passkey_stopped(), { cause });
  }
}

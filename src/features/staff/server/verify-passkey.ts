import type { Input } from '../../../platform/http/calls/call.ts';
import { base64Url } from '../../../platform/media/signing.ts';
import type * as calls from '../passkeys-contract.ts';

interface RelyingParty {
  origin: string;
  id: string;
}

type NewCredential = Input<typeof calls.addPasskey>['credential'];
type UsedCredential = Input<typeof calls.openPasskeySession>['credential'];

/** ES256 and RS256, which every authenticator and both hosts have. */
const ALGORITHMS = [-7, -257];
const USED_KIND = { type: 'public-key', clientExtensionResults: {} } as const;

/** Null for a credential of another origin, site or challenge, or without the owner's finger or number. */
export async function verifyAttestation(
  { origin, id: rpId }: RelyingParty,
  challenge: string,
  { id, client_data: clientDataJSON, attestation: attestationObject }: NewCredential,
): Promise<{ id: string; publicKey: string; counter: number } | null> {
  if (!isPlain(attestationObject)) return null;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const answer = await verifyRegistrationResponse({
    response: { id, rawId: id, response: { clientDataJSON, attestationObject }, ...USED_KIND },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (answer?.verified !== true) return null;
  const { id: ownId, publicKey, counter } = answer.registrationInfo.credential;
  return ownId === id ? { id, publicKey: base64Url(publicKey), counter } : null;
}

/** The only name of a format in the bytes, as CBOR writes it (RFC 8949): `none`, or a signature by the key itself. */
const PLAIN_FORMAT = /^(?:(?!fmt).)*cfmt(?:dnone|fpacked)(?:(?!fmt).)*$/s;

/** Without certificates: the library asks for the revocation lists that they name, wherever these are. */
function isPlain(attestation: string): boolean {
  try {
    const bytes = atob(attestation.replaceAll('-', '+').replaceAll('_', '/'));
    return PLAIN_FORMAT.test(bytes) && !bytes.includes('x5c');
  } catch {
    return false;
  }
}

/** The counter of an assertion whose signature is right; else null. */
export async function verifyAssertion(
  { origin, id: rpId }: RelyingParty,
  challenge: string,
  publicKey: string,
  { id, client_data: clientDataJSON, authenticator_data: authenticatorData, signature }: UsedCredential,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const answer = await verifyAuthenticationResponse({
    response: { id, rawId: id, response: { clientDataJSON, authenticatorData, signature }, ...USED_KIND },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    // The library compares counters before it reads the signature, so that a forged one would tell. The caller compares.
    credential: { id, publicKey: readBytes(publicKey), counter: -1 },
  }).catch(() => null);
  return answer?.verified === true ? answer.authenticationInfo.newCounter : null;
}

function readBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}

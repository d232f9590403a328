import type { Env } from '../config/env.ts';
import type { KeySystem } from '@pardeh/hls/key-systems';

const SECRET_MIN = 32;
const MAX_CERTIFICATE_LETTERS = 5000; // Letters of base64; Cloudflare's variables have at most 5 KB

/** `licences`: the operator's https addresses by key system; empty for ClearKey, whose licences are ours. */
export interface Protection {
  method: 'cbcs';
  secret: string;
  licences: ReadonlyMap<KeySystem, string>;
}

/** `off`: media is sent in the clear. `unusable`: `findEncryptionProblem` says why. */
export type Encryption = { method: 'aes-128'; secret: string } | Protection | 'off' | 'unusable';

export function readEncryption(env: Env): Encryption {
  const { MEDIA_ENCRYPTION: method = '', MEDIA_KEY_SECRET: secret = '' } = env;
  if (method === '') return 'off';
  if (findEncryptionProblem(env)) return 'unusable';
  return method === 'cbcs' ? { method, secret, licences: readLicences(env) } : { method: 'aes-128', secret };
}

export function isProtected({ MEDIA_ENCRYPTION }: Env): boolean {
  return MEDIA_ENCRYPTION === 'cbcs';
}

/** Null where channels and films may be sent. ClearKey's place is decided by `app/unsafe-settings.ts`. */
export function findEncryptionProblem(env: Env): { setting: keyof Env; problem: string } | null {
  const { MEDIA_ENCRYPTION: method = '', MEDIA_KEY_SECRET: secret = '' } = env;
  if (method === '') return null;
  if (method !== 'aes-128' && method !== 'cbcs')
    return { setting: 'MEDIA_ENCRYPTION', problem: 'may only be aes-128, cbcs, or empty' };
  if (secret.length < SECRET_MIN)
    return { setting: 'MEDIA_KEY_SECRET', problem: 'has fewer than 32 characters, and MEDIA_ENCRYPTION needs it' };
  return method === 'cbcs' ? findLicenceProblem(env) : null;
}

function findLicenceProblem(env: Env): ReturnType<typeof findEncryptionProblem> {
  const { LICENCE_CLEARKEY: clear = '', LICENCE_FAIRPLAY: fairplay = '' } = env;
  if (clear !== '' && clear !== 'on') return { setting: 'LICENCE_CLEARKEY', problem: 'may only be on, or empty' };
  const servers = (['LICENCE_WIDEVINE', 'LICENCE_FAIRPLAY'] as const).filter((setting) => (env[setting] ?? '') !== '');
  const wrong = servers.find((setting) => !isLicenceAddress(env[setting] ?? ''));
  if (wrong) return { setting: wrong, problem: 'is no address: https://, no user, no fragment' };
  const [server] = servers;
  if (clear === 'on' && server)
    return { setting: 'LICENCE_CLEARKEY', problem: `gives away the keys that ${server} protects: empty one` };
  if (clear === '' && !server)
    return { setting: 'LICENCE_WIDEVINE', problem: 'is not set, and cbcs needs a key system' };
  return findCertificateProblem(fairplay, env.LICENCE_FAIRPLAY_CERTIFICATE ?? '');
}

function findCertificateProblem(address: string, certificate: string): ReturnType<typeof findEncryptionProblem> {
  const refuse = (problem: string) => ({ setting: 'LICENCE_FAIRPLAY_CERTIFICATE' as const, problem });
  if (address === '') return certificate === '' ? null : refuse('is set without LICENCE_FAIRPLAY: set both, or none');
  if (certificate === '') return refuse('is not set, and LICENCE_FAIRPLAY needs it');
  return isCertificate(certificate) ? null : refuse('is no certificate: its DER in base64, base64 -w0 fairplay.cer');
}

/** A DER sequence of 256 bytes or more has its length in two bytes (X.690, 8.1.3.5). */
function isCertificate(text: string): boolean {
  if (text.length > MAX_CERTIFICATE_LETTERS || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    return false;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const [type, form, high = 0, low = 0] = bytes;
  return type === 0x30 && form === 0x82 && bytes.length === 4 + 256 * high + low;
}

function isLicenceAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url?.protocol === 'https:' && url.username + url.password === '' && !value.includes('#');
}

function readLicences({ LICENCE_CLEARKEY, LICENCE_WIDEVINE, LICENCE_FAIRPLAY }: Env): Protection['licences'] {
  const licences = new Map<KeySystem, string>();
  if (LICENCE_CLEARKEY === 'on') licences.set('clearkey', '');
  if (LICENCE_WIDEVINE) licences.set('widevine', LICENCE_WIDEVINE);
  if (LICENCE_FAIRPLAY) licences.set('fairplay', LICENCE_FAIRPLAY);
  return licences;
}

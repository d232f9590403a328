import type { Env } from '../config/env.ts';
import type { KeySystem } from './key-systems.ts';

const SECRET_MIN = 32;

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
  const { LICENCE_CLEARKEY: clear = '', LICENCE_WIDEVINE: widevine = '', LICENCE_FAIRPLAY: fairplay = '' } = env;
  if (fairplay !== '') return { setting: 'LICENCE_FAIRPLAY', problem: 'must be empty: the player has no FairPlay' };
  if (clear !== '' && clear !== 'on') return { setting: 'LICENCE_CLEARKEY', problem: 'may only be on, or empty' };
  if (widevine !== '' && !isLicenceAddress(widevine))
    return { setting: 'LICENCE_WIDEVINE', problem: 'is no address: https://, no user, no fragment' };
  if (clear === 'on' && widevine !== '')
    return { setting: 'LICENCE_CLEARKEY', problem: 'gives away the keys that LICENCE_WIDEVINE protects: empty one' };
  return clear + widevine === ''
    ? { setting: 'LICENCE_WIDEVINE', problem: 'is not set, and cbcs needs a key system' }
    : null;
}

function isLicenceAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url?.protocol === 'https:' && url.username + url.password === '' && !value.includes('#');
}

function readLicences({ LICENCE_CLEARKEY, LICENCE_WIDEVINE }: Env): Protection['licences'] {
  const licences = new Map<KeySystem, string>();
  if (LICENCE_CLEARKEY === 'on') licences.set('clearkey', '');
  if (LICENCE_WIDEVINE) licences.set('widevine', LICENCE_WIDEVINE);
  return licences;
}

import type { Env } from '../platform/config/env.ts';
import { MIN_DOOR_SECRET } from '../platform/config/door.ts';
import { findGatewayDefinition, GATEWAY_IDS, isTrialGateway } from '../features/ledger/payment-kinds.ts';
import { findEncryptionProblem } from '../platform/media/encryption.ts';
import { VARIANT_NAMES, listIgappHosts } from '../platform/config/variants.ts';
import { isDemo, isLoopback, normalizeHost, splitNames } from '../platform/http/origin/demo.ts';

export interface UnsafeSetting {
  setting: keyof Env;
  problem: string; // For the operator, in English; never the value of a secret
}

const PLACE_HEADERS = ['CLIENT_NETWORK_HEADER', 'CLIENT_COUNTRY_HEADER'] as const;
const MANDATES = ['sandbox', 'vandar'];
const SMS = ['outbox', 'kavenegar', 'smsir'];
const NEEDS: Record<string, readonly (keyof Env)[]> = {
  vandar: ['VANDAR_BUSINESS', 'VANDAR_TOKEN'],
  kavenegar: ['KAVENEGAR_KEY', 'SMS_TEMPLATE'],
  smsir: ['SMSIR_KEY', 'SMS_TEMPLATE'],
};

/** Issue 14, section 1. `host` is null for the cron and check:deploy. */
export function listUnsafeSettings(env: Env, host: string | null): UnsafeSetting[] {
  const demo = isDemo(env, host);
  return [
    ...checkSiteUrl(env, demo),
    ...checkVariant(env),
    ...checkHeaders(env),
    ...checkBase(env, 'API_BASE_URL'),
    ...checkBase(env, 'MEDIA_BASE_URL'),
    ...checkStreams(env),
    ...checkRefunds(env),
    ...checkDoor(env),
    ...checkEncryption(env, demo),
    ...(env.API_BASE_URL === '' ? checkParts(env) : []),
  ];
}

function checkBase(env: Env, setting: BaseSetting): UnsafeSetting[] {
  const value = (env[setting] as string | undefined) ?? '';
  if (value === '') return [];
  const url = URL.canParse(value) ? new URL(value) : null;
  const isBase = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  // A path appended to an empty query or fragment would become part of it.
  if (!isBase || /[?#]/.test(value))
    return [{ setting, problem: 'is no address: https:// and a host, perhaps a path; no user, no query' }];
  const isPrivate =
    url.protocol === 'https:' || isLoopback(normalizeHost(url.host) ?? '') || !CARRIES_SECRETS.has(setting);
  return isPrivate ? [] : [{ setting, problem: 'must begin with https://: keys, numbers and money pass there' }];
}
const CARRIES_SECRETS: ReadonlySet<string> = new Set(['PAYMENT_RELAY_BASE', 'SMS_API_BASE']);
type BaseSetting = 'API_BASE_URL' | 'MEDIA_BASE_URL' | 'PAYMENT_RELAY_BASE' | 'SMS_API_BASE';

function checkSiteUrl({ SITE_URL: value }: Env, demo: boolean): UnsafeSetting[] {
  const refuse = (problem: string): UnsafeSetting[] => [{ setting: 'SITE_URL', problem }];
  if (value === '') return demo ? [] : refuse('is not set: give the public origin, https://pardeh.example');
  const url = URL.canParse(value) ? new URL(value) : null;
  const isOrigin = url !== null && (value === url.origin || value === `${url.origin}/`);
  if (!isOrigin || !/^https?:$/.test(url.protocol)) return refuse('is no origin: no path, no user, no query');
  const isLocal = isLoopback(normalizeHost(url.host) ?? '');
  return url.protocol === 'https:' || isLocal ? [] : refuse('must begin with https://');
}

function checkVariant(env: Env): UnsafeSetting[] {
  const variant = (env.SITE_VARIANT as string | undefined) ?? '';
  const hosts = listIgappHosts(env);
  const areHosts = hosts.length === 2 && !hosts.includes(null);
  const isLink = (env.SISTER_URL ?? '') === '' || /^https:\/\/[^\s@]+$/.test(env.SISTER_URL ?? '');
  return [
    ...checkName('SITE_VARIANT', variant, VARIANT_NAMES),
    ...(variant !== 'igapp' || areHosts
      ? []
      : [{ setting: 'IGAPP_HOSTS' as const, problem: 'must name the two hosts of igapp, separated by a comma' }]),
    ...(isLink ? [] : [{ setting: 'SISTER_URL' as const, problem: 'must begin with https:// and name no user' }]),
  ];
}

/** Without a proxy each visitor would name the place: a network may have the subscription (spec 1.07), a country a title. */
function checkHeaders(env: Env): UnsafeSetting[] {
  const isForgeable = (env.CLIENT_ADDRESS_HEADER ?? '') === '';
  const problem = 'needs the proxy that CLIENT_ADDRESS_HEADER names: otherwise visitors choose where they are';
  return [
    ...(['CLIENT_ADDRESS_HEADER', ...PLACE_HEADERS] as const).flatMap((setting) =>
      /^[\w-]*$/.test(env[setting] ?? '') ? [] : [{ setting, problem: 'must be the name of a header' }],
    ),
    ...PLACE_HEADERS.flatMap((setting) => (isForgeable && (env[setting] ?? '') !== '' ? [{ setting, problem }] : [])),
  ];
}

/** A limit that nobody can read must not become another one. */
function checkStreams({ STREAMS_MAX: value = '' }: Env): UnsafeSetting[] {
  const isLimit = value === '' || /^\d{1,4}$/.test(value);
  return isLimit ? [] : [{ setting: 'STREAMS_MAX', problem: 'is no whole number; 0 is for no limit' }];
}

function checkRefunds({ REFUND_ALONE_TOMAN: value = '' }: Env): UnsafeSetting[] {
  const isSum = value === '' || /^\d{1,10}$/.test(value);
  return isSum ? [] : [{ setting: 'REFUND_ALONE_TOMAN', problem: 'is no whole number of toman; 0: none alone' }];
}

/** Through the door, the site's host is that of SITE_URL. */
function checkDoor({ DOOR_SECRET: secret = '', SITE_URL: site }: Env): UnsafeSetting[] {
  if (secret === '') return [];
  const problem = `has fewer than ${String(MIN_DOOR_SECRET)} characters: openssl rand -hex 32`;
  return [
    ...(secret.length < MIN_DOOR_SECRET ? [{ setting: 'DOOR_SECRET' as const, problem }] : []),
    ...(site === '' ? [{ setting: 'SITE_URL' as const, problem: 'is not set, and DOOR_SECRET needs it' }] : []),
  ];
}

function checkEncryption(env: Env, demo: boolean): UnsafeSetting[] {
  const problem = findEncryptionProblem(env);
  if (problem) return [problem];
  const givesKeys = env.MEDIA_ENCRYPTION === 'cbcs' && env.LICENCE_CLEARKEY === 'on';
  return givesKeys && !demo
    ? [{ setting: 'LICENCE_CLEARKEY', problem: 'gives keys to every program of an entitled viewer: for a demo only' }]
    : [];
}

function checkParts(env: Env): UnsafeSetting[] {
  const gateways = splitNames(env.PAYMENT_GATEWAYS);
  const parts = [...gateways, env.MANDATE_PROVIDER, env.SMS_PROVIDER];
  return [
    ...gateways.flatMap((name) => checkName('PAYMENT_GATEWAYS', name, GATEWAY_IDS)),
    ...checkName('MANDATE_PROVIDER', env.MANDATE_PROVIDER, MANDATES),
    ...checkName('SMS_PROVIDER', env.SMS_PROVIDER, SMS),
    ...parts.flatMap((part) => checkNeeds(env, part)),
    ...(env.SMS_PROVIDER === '' ? [] : checkBase(env, 'SMS_API_BASE')),
    ...checkRelay(env, parts),
    ...checkSandboxes(env, gateways),
  ];
}

function checkName(setting: keyof Env, name: string, existing: readonly string[]): UnsafeSetting[] {
  return name === '' || existing.includes(name) ? [] : [{ setting, problem: `may only name ${existing.join(', ')}` }];
}

function checkNeeds(env: Env, part: string): UnsafeSetting[] {
  const needed = findGatewayDefinition(part)?.needs ?? (Object.hasOwn(NEEDS, part) ? (NEEDS[part] ?? []) : []);
  return needed
    .filter((setting) => (env[setting] ?? '') === '')
    .map((setting) => ({ setting, problem: `is not set, and ${part} needs it` }));
}

function checkRelay(env: Env, parts: readonly string[]): UnsafeSetting[] {
  if (!parts.some((part) => REAL.has(part))) return [];
  const isTimeout = Number(env.PAYMENT_TIMEOUT_MS) > 0;
  const problems: UnsafeSetting[] = [
    ...checkBase(env, 'PAYMENT_RELAY_BASE'),
    ...(isTimeout ? [] : [{ setting: 'PAYMENT_TIMEOUT_MS' as const, problem: 'is no number above 0' }]),
  ];
  if (env.PAYMENT_RELAY_BASE === '' || (env.PAYMENT_RELAY_SECRET ?? '') !== '') return problems;
  return [...problems, { setting: 'PAYMENT_RELAY_SECRET', problem: 'is not set, and PAYMENT_RELAY_BASE needs it' }];
}

const REAL = new Set<string>([...GATEWAY_IDS.filter((id) => id !== 'sandbox'), 'vandar']);

export function findMoneyMover(env: Env): string | undefined {
  if (env.API_BASE_URL !== '') return undefined;
  const parts = [...splitNames(env.PAYMENT_GATEWAYS), env.MANDATE_PROVIDER];
  return parts.find((name) => REAL.has(name) && !isTrialGateway(env, name));
}

/** Beside real payment a sandbox gives goods away, and the outbox gives accounts away. */
function checkSandboxes(env: Env, gateways: readonly string[]): UnsafeSetting[] {
  const real = findMoneyMover(env);
  if (real === undefined) return [];
  const beside = `must not be beside ${real}, which moves money: empty it`;
  return [
    ...(env.DEMO === '1' ? [{ setting: 'DEMO' as const, problem: beside }] : []),
    ...(gateways.includes('sandbox') ? [{ setting: 'PAYMENT_GATEWAYS' as const, problem: `sandbox ${beside}` }] : []),
    ...(env.MANDATE_PROVIDER === 'sandbox'
      ? [{ setting: 'MANDATE_PROVIDER' as const, problem: `sandbox ${beside}` }]
      : []),
    ...gateways.flatMap((name) => {
      const setting = findGatewayDefinition(name)?.trial;
      return setting !== undefined && isTrialGateway(env, name) ? [{ setting, problem: beside }] : [];
    }),
  ];
}

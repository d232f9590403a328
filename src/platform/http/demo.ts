import type { Env } from '../config/env.ts';

/** The settings that decide whether the demo is open. */
export type DemoSettings = Pick<Env, 'DEMO' | 'DEMO_HOSTS' | 'SITE_URL'>;

/** What may stand in a host; everything else (a wildcard, a path, a user name) makes the entry worthless. */
const HOST = /^[^\s/\\@?#%*,]+$/;

/**
 * Whether the demo doors are open to a request: the sandbox bank, the sandbox mandate, the outbox and /dev (issue 14).
 * They need `DEMO=1`, and a visited host that is loopback or stands in `DEMO_HOSTS`. A site whose `SITE_URL` is neither
 * is public: a Host header that names localhost opens nothing there.
 * @param host the visited host, with or without port; null for the cron, which only has `SITE_URL`
 */
export function isDemo(env: DemoSettings, host: string | null): boolean {
  if (env.DEMO !== '1') return false;
  const hosts = [...(host === null ? [] : [host]), ...(env.SITE_URL === '' ? [] : [getHost(env.SITE_URL)])];
  const listed = new Set((env.DEMO_HOSTS ?? '').split(',').map(normalizeHost));
  return hosts.map(normalizeHost).every((name) => name !== null && (isLoopback(name) || listed.has(name)));
}

/**
 * The settings as a request or the cron may use them: outside the demo no sandbox and no outbox is configured.
 * @param host as of `isDemo`
 */
export function closeDemoDoors(env: Env, host: string | null): Env {
  if (isDemo(env, host)) return env;
  const gateways = splitNames(env.PAYMENT_GATEWAYS).filter((name) => name !== 'sandbox');
  return {
    ...env,
    PAYMENT_GATEWAYS: (env.ZARINPAL_SANDBOX === '1' ? gateways.filter((name) => name !== 'zarinpal') : gateways).join(),
    MANDATE_PROVIDER: env.MANDATE_PROVIDER === 'sandbox' ? '' : env.MANDATE_PROVIDER,
    SMS_PROVIDER: env.SMS_PROVIDER === 'outbox' ? '' : env.SMS_PROVIDER,
  };
}

/** The names of a setting that lists them by comma, without empty ones. */
export function splitNames(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Whether a host is this machine: localhost, 127.0.0.0/8 or ::1. `host` as `normalizeHost` answers it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** A host as the URL standard writes it, without its port and without the dot of the root; null where it is none. */
export function normalizeHost(text: string): string | null {
  const trimmed = text.trim();
  const bracketed = /^[\da-f.]*:[\da-f:.]*:[\da-f:.]*$/i.test(trimmed) ? `[${trimmed}]` : trimmed;
  if (!HOST.test(bracketed) || !URL.canParse(`http://${bracketed}`)) return null;
  const host = new URL(`http://${bracketed}`).hostname.replace(/\.$/, '');
  return host === '' ? null : host;
}

/** The host of an address; an empty text, which no host equals, where it is no address. */
function getHost(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}

import type { Env } from '../../config/env.ts';

export type DemoSettings = Pick<Env, 'DEMO' | 'DEMO_HOSTS' | 'SITE_URL'>;

const HOST = /^[^\s/\\@?#%*,]+$/; // A wildcard, a path or a user name makes the entry invalid

/** Issue 14: both the visited host and that of `SITE_URL` must be local or listed, so no forged Host opens the demo. */
export function isDemo(env: DemoSettings, host: string | null): boolean {
  if (env.DEMO !== '1') return false;
  const hosts = [...(host === null ? [] : [host]), ...(env.SITE_URL === '' ? [] : [getHost(env.SITE_URL)])];
  const listed = new Set((env.DEMO_HOSTS ?? '').split(',').map(normalizeHost));
  return hosts.map(normalizeHost).every((name) => name !== null && (isLoopback(name) || listed.has(name)));
}

export function splitNames(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

export function normalizeHost(text: string): string | null {
  const trimmed = text.trim();
  const bracketed = /^[\da-f:.]*$/i.test(trimmed) && trimmed.split(':').length > 2 ? `[${trimmed}]` : trimmed;
  if (!HOST.test(bracketed) || !URL.canParse(`http://${bracketed}`)) return null;
  const host = new URL(`http://${bracketed}`).hostname.replace(/\.$/, '');
  return host === '' ? null : host;
}

function getHost(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}

import { MIN_DOOR_SECRET } from '../../../platform/config/door.ts';
import { isLoopback, normalizeHost } from '../../../platform/http/origin/demo.ts';
import { logOnce } from '../../../platform/http/faults/log-once.ts';

export interface DoorEnv {
  ORIGIN_URL?: string; // where the domestic site answers: https and another host than that of SITE_URL
  SITE_URL?: string;
  DOOR_SECRET?: string; // the same as the origin's
}

export interface Door {
  origin: string;
  site: string;
  secret: string;
}

/** Null, with a line in the log, where the door must not run. Plain HTTP is for tests on one machine. */
export function readDoor({ ORIGIN_URL = '', SITE_URL = '', DOOR_SECRET = '' }: DoorEnv): Door | null {
  const [origin, site] = [readOrigin(ORIGIN_URL), readOrigin(SITE_URL)];
  const isLocal = [origin, site].every((url) => url !== null && isLoopback(url.hostname));
  const isSafe = (url: URL | null) => url !== null && (url.protocol === 'https:' || isLocal);
  const problems = [
    ...(isSafe(origin) ? [] : ['ORIGIN_URL is no https:// origin']),
    ...(isSafe(site) ? [] : ['SITE_URL is no https:// origin']),
    ...(origin && site && isSameHost(origin, site) ? ['ORIGIN_URL is the door itself'] : []),
    ...(DOOR_SECRET.length < MIN_DOOR_SECRET
      ? [`DOOR_SECRET has fewer than ${String(MIN_DOOR_SECRET)} characters`]
      : []),
  ];
  for (const problem of problems) logOnce(`the door does not run: ${problem}`);
  if (!origin || !site || problems.length > 0) return null;
  return { origin: origin.origin, site: site.origin, secret: DOOR_SECRET };
}

function readOrigin(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && (text === url.origin || text === `${url.origin}/`);
  return isOrigin ? url : null;
}

function isSameHost(a: URL, b: URL): boolean {
  return normalizeHost(a.hostname) === normalizeHost(b.hostname) && a.port === b.port;
}

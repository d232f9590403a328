import {
  DOOR_ADDRESS_HEADER,
  DOOR_COUNTRY_HEADER,
  DOOR_NETWORK_HEADER,
  DOOR_SECRET_HEADER,
  DOOR_VERSION_HEADER,
} from '../../../platform/config/door.ts';
import type { Place } from '../../../platform/http/address/place.ts';
import { OutageError, withDeadline } from '../../../platform/http/limits/deadline.ts';
import type { Door } from './settings.ts';

/** Of one connection, of the door, or of a proxy: no visitor's word about an address or a host reaches the origin. */
const NOT_FORWARDED =
  /^(x-door-|x-forwarded-|x-pardeh-|x-original-|x-rewrite-|cf-|(x-real-ip|forwarded|via|host|true-client-ip|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding)$)/;

/** The place is the visitor's as the edge saw it, and unknown where the answer is everybody's. */
export interface OriginCall extends Place {
  target: string; // path and query
  method?: string;
  headers: Headers;
  body?: ReadableStream | null;
  address: string;
  milliseconds: number;
}

let version: string | null = null;

/** The build and catalogue of the origin's last answer in this isolate. */
export function getOriginVersion(): string | null {
  return version;
}

/** Asks once: a call whose answer was lost may have been done. Throws where no answer of the origin's own comes. */
export async function askOrigin(door: Door, call: OriginCall): Promise<Response> {
  const headers = new Headers([...call.headers].filter(([name]) => !NOT_FORWARDED.test(name)));
  headers.set(DOOR_SECRET_HEADER, door.secret);
  headers.set(DOOR_ADDRESS_HEADER, call.address);
  if (call.country !== null) headers.set(DOOR_COUNTRY_HEADER, call.country);
  if (call.asn !== null) headers.set(DOOR_NETWORK_HEADER, String(call.asn));
  const { method = 'GET', body = null } = call;
  const init: RequestInit = { method, headers, body, redirect: 'manual', cache: 'no-store' };
  const response = await withDeadline(fetch(door.origin + call.target, init), call.milliseconds, 'origin');
  if (response.status === 101) return response;
  const originVersion = response.headers.get(DOOR_VERSION_HEADER);
  if (originVersion === null) {
    await response.body?.cancel();
    throw new OutageError(`the origin's place answers ${String(response.status)}, not the origin`);
  }
  version = originVersion;
  const answer = new Response(response.body, response);
  moveLocation(answer.headers, door);
  return answer;
}

/** The origin's own address stays unknown. A bank's is passed on, and nothing follows it here. */
function moveLocation(headers: Headers, { origin, site }: Door): void {
  const location = headers.get('location') ?? '';
  const isOrigin = URL.canParse(location) && new URL(location).origin === origin;
  if (isOrigin) headers.set('location', site + location.slice(origin.length));
}

import {
  DOOR_ADDRESS_HEADER,
  DOOR_COUNTRY_HEADER,
  DOOR_NETWORK_HEADER,
  DOOR_SECRET_HEADER,
  DOOR_VERSION_HEADER,
} from '../../../platform/config/door.ts';
import type { Env } from '../../../platform/config/env.ts';
import { catalogueVersion } from '../../../platform/http/cache/catalogue-version.ts';
import { sameHash, sha256 } from '../../../platform/http/hash.ts';

const TRACES = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

export interface Admitted {
  request: Request;
  env: Env;
  address: string;
}

/** Decision 118: only the secret lets a visit name its address, country and network. Null: no door. `refused`: a false door. */
export async function admitDoor(request: Request, env: Env): Promise<Admitted | 'refused' | null> {
  const doorSecret = request.headers.get(DOOR_SECRET_HEADER);
  if (doorSecret === null) return null;
  const secret = env.DOOR_SECRET ?? '';
  if (secret === '' || !sameHash(await sha256(doorSecret), await sha256(secret))) return 'refused';
  const headers = new Headers(request.headers);
  const address = headers.get(DOOR_ADDRESS_HEADER) ?? '';
  const addressHeader = env.CLIENT_ADDRESS_HEADER ?? '';
  for (const name of [...TRACES, DOOR_SECRET_HEADER]) headers.delete(name);
  if (addressHeader !== '') headers.delete(addressHeader);
  const target = request.url.slice(new URL(request.url).origin.length);
  const { method, body } = request;
  const visit = new Request(new URL(env.SITE_URL).origin + target, {
    method,
    headers,
    body,
    duplex: 'half',
  } as RequestInit);
  return {
    request: visit,
    env: {
      ...env,
      CLIENT_ADDRESS_HEADER: DOOR_ADDRESS_HEADER,
      CLIENT_NETWORK_HEADER: DOOR_NETWORK_HEADER,
      CLIENT_COUNTRY_HEADER: DOOR_COUNTRY_HEADER,
    },
    address,
  };
}

export async function signAnswer(response: Response, env: Env, build: string): Promise<Response> {
  if (response.status === 101) return response;
  const version = `${build}.${(await catalogueVersion(env)) ?? ''}`;
  try {
    response.headers.set(DOOR_VERSION_HEADER, version);
    return response;
  } catch {
    const answer = new Response(response.body, response);
    answer.headers.set(DOOR_VERSION_HEADER, version);
    return answer;
  }
}

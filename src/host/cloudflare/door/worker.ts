import { answerError } from '../../../edge/designed-answer.ts';
import { DEADLINES } from '../../../platform/config/deadlines.ts';
import { DOOR_SECRET_HEADER, DOOR_VERSION_HEADER } from '../../../platform/config/door.ts';
import { SECURITY_HEADERS } from '../../../platform/config/security-headers.ts';
import { readPlace } from '../../../platform/http/address/place.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { sameHash, sha256 } from '../../../platform/http/hash.ts';
import { askOrigin, type OriginCall } from './ask-origin.ts';
import { findSharedAddress } from './shared-address.ts';
import { findSegmentKey, readSegment } from './segments.ts';
import { sendShared } from './send-shared.ts';
import { readDoor, type Door, type DoorEnv } from './settings.ts';
import { readShared } from './shared.ts';

const RETRY_AFTER_SECONDS = 30;
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The door for the world, before the domestic site (decision 118). It has no database and changes nothing itself. */
export default {
  fetch: async (request, env, ctx) => {
    const refuse = (code: ErrorCode, retryAfter: number | null = null) => answerOwn(request, env, code, retryAfter);
    const door = readDoor(env);
    if (!door) return refuse('site_unsafe');
    const secret = request.headers.get(DOOR_SECRET_HEADER);
    if (secret !== null && sameHash(await sha256(secret), await sha256(door.secret))) return refuse('door_loop');
    if (new URL(request.url).host !== new URL(door.site).host) return new Response(null, { status: 421 });
    try {
      const address = findSharedAddress(request);
      return address
        ? await sendShared(request, await readShared(door, address, ctx))
        : await forward(request, door, ctx);
    } catch (cause) {
      console.error(`${request.method} ${new URL(request.url).pathname}: ${describeError(cause)}`);
      return refuse(READS.has(request.method) ? 'origin_unreachable' : 'origin_answer_lost', RETRY_AFTER_SECONDS);
    }
  },
} satisfies ExportedHandler<DoorEnv>;

async function forward(request: Request, door: Door, ctx: ExecutionContext): Promise<Response> {
  const call: OriginCall = {
    target: request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, ''),
    method: request.method,
    headers: request.headers,
    body: request.body,
    address: request.headers.get('cf-connecting-ip') ?? '',
    ...readPlace(request, {}),
    milliseconds: chooseDeadline(request),
  };
  const segment = findSegmentKey(request);
  const response = await (segment === null ? askOrigin(door, call) : readSegment(door, call, segment, ctx));
  // A connection of a room is the visitor's from here.
  if (response.status !== 101) response.headers.delete(DOOR_VERSION_HEADER);
  return response;
}

/** A picture or a part of a film that the desk uploads takes as long as its sender's line. */
function chooseDeadline({ method, headers }: Request): number {
  if (READS.has(method)) return DEADLINES.origin;
  const isUpload = /^(image\/|application\/offset\+octet-stream)/.test(headers.get('content-type') ?? '');
  return isUpload ? DEADLINES.upload : DEADLINES.originWrite;
}

async function answerOwn(
  request: Request,
  env: DoorEnv,
  code: ErrorCode,
  retryAfter: number | null,
): Promise<Response> {
  const answer = await answerError(request, { SITE_URL: env.SITE_URL ?? '' }, code, {}, { retryAfter });
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) answer.headers.set(name, value);
  return answer;
}

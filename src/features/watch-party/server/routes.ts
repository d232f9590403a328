import * as calls from '../contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { createRoom, getRoom, findJoinableRoom, getRoomStub } from './rooms.ts';
import * as v from 'valibot';
import { ROOM_NAME_MAX } from '../config.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { roomId } from '../contract.ts';
import { fail } from '../../../platform/outcome.ts';
import { toRoomName } from '../room-text.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { respondFailure } from '../../../platform/http/calls/respond.ts';

export function mountWatchParty(app: Api): void {
  serve(app, calls.createRoom, createRoom);
  serve(app, calls.getRoom, getRoom);
  app.get(`${calls.getRoom.path}/socket`, (c) => openSocket(c.req.raw, c.get('request'), c.req.param('room') ?? ''));
}

/** Cross-site WebSockets carry our cookies, so `Origin` must be ours. */
async function openSocket(request: Request, context: RequestContext, room: string): Promise<Response> {
  const refuse = (code: ErrorCode) => respondFailure(fail(code), {}, context.locale);
  if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return refuse('upgrade_required');
  const origin = request.headers.get('origin');
  if (origin !== context.origin && origin !== new URL(request.url).origin) return refuse('forbidden_origin');
  if (!v.is(roomId, room)) return refuse('room_gone');
  const result = await findJoinableRoom(context, room);
  if (!result.ok) return respondFailure(result, {}, context.locale);
  const name = toRoomName(new URL(request.url).searchParams.get('name') ?? '', ROOM_NAME_MAX);
  const inside = new Request(`https://room/?name=${encodeURIComponent(name)}`, { headers: { upgrade: 'websocket' } });
  const answer = await getRoomStub(context.env, room).fetch(inside);
  return answer.status === 409 ? refuse('room_full') : answer;
}

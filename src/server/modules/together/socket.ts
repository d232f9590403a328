import * as v from 'valibot';
import { ROOM_NAME_MAX } from '../../../config/together.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { roomId } from '../../../contract/rooms.ts';
import { fail } from '../../../domain/outcome.ts';
import { roomName } from '../../../domain/together/room-text.ts';
import type { RequestContext } from '../../lib/context.ts';
import { respondFailure } from '../../lib/respond.ts';
import { joinable, stubOf } from './rooms.ts';

/**
 * Lets a browser into a room. A WebSocket of another site would bring our visitor's cookies along, so only our own
 * pages may open one: without an `Origin` of ours it is refused.
 */
export async function openSocket(request: Request, context: RequestContext, room: string): Promise<Response> {
  const refuse = (code: ErrorCode) => respondFailure(fail(code), {}, context.locale);
  if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return refuse('upgrade_required');
  const origin = request.headers.get('origin');
  if (origin !== context.origin && origin !== new URL(request.url).origin) return refuse('forbidden_origin');
  if (!v.is(roomId, room)) return refuse('room_gone');
  const found = await joinable(context, room);
  if (!found.ok) return respondFailure(found, {}, context.locale);
  const name = roomName(new URL(request.url).searchParams.get('name') ?? '', ROOM_NAME_MAX);
  // The room learns nothing of the visitor but the name they gave.
  const inside = new Request(`https://room/?name=${encodeURIComponent(name)}`, { headers: { upgrade: 'websocket' } });
  return stubOf(context.env, room).fetch(inside);
}

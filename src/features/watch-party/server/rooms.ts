import type { createRoom as createCall, getRoom as getCall } from '../contract.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { DEADLINES } from '../../../platform/config/deadlines.ts';
import { ROOM_PEOPLE } from '../config.ts';
import { canPlay } from '../../entitlement/entitlement.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { addressKey } from '../../../platform/http/address/address-key.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { withDeadline } from '../../../platform/http/limits/deadline.ts';
import { randomId } from '../../../platform/http/random-id.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { readTitleEntitlement } from '../../watch-options/server/title-entitlement.ts';
import type { RoomStub, RoomTitle } from './room.ts';

const LIMIT_SECONDS = 60; // Retry-After, the period of ROOM_LIMIT in wrangler.toml

/** Limited by address: an unused room lives for an hour. */
export const createRoom: Service<typeof createCall> = async (context, title) => {
  const entitled = await mayWatch(context, title);
  if (!entitled.ok) return entitled;
  const { success } = await context.env.ROOM_LIMIT.limit({ key: await addressKey(context.address) });
  if (!success) return fail('room_too_many', { retryAfter: LIMIT_SECONDS });
  const room = randomId();
  await withDeadline(getRoomStub(context.env, room).open(title), DEADLINES.call, 'room');
  return ok({ data: { room } });
};

export const getRoom: Service<typeof getCall> = async (context, { room }) => {
  const result = await findJoinableRoom(context, room);
  return result.ok ? ok({ data: { ...result.value.title, people: result.value.people } }) : result;
};

export async function findJoinableRoom(
  context: RequestContext,
  room: string,
): Promise<Outcome<{ title: RoomTitle; people: number }, ErrorCode>> {
  const about = await withDeadline(getRoomStub(context.env, room).about(), DEADLINES.call, 'room');
  if (!about) return fail('room_gone');
  if (about.people >= ROOM_PEOPLE) return fail('room_full');
  const entitled = await mayWatch(context, about.title);
  return entitled.ok ? ok(about) : entitled;
}

export function getRoomStub({ ROOMS }: RequestContext['env'], room: string): RoomStub {
  return ROOMS.get(ROOMS.idFromName(room)) as unknown as RoomStub;
}

async function mayWatch(context: RequestContext, { kind, id }: RoomTitle): Promise<Outcome<null, ErrorCode>> {
  const match = await readTitleEntitlement(context, kind, id);
  if (!match) return fail('title_not_found');
  const { state } = match.entitlement;
  return canPlay(state) ? ok(null) : fail(state === 'outside_area' ? state : 'room_not_entitled');
}

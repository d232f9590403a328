import type { createRoom as createCall, getRoom as getCall } from '../../../contract/rooms.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { ROOM_PEOPLE } from '../../../config/together.ts';
import { mayPlay } from '../../../domain/entitlement.ts';
import { fail, ok, type Outcome } from '../../../domain/outcome.ts';
import { addressKey } from '../../lib/address-key.ts';
import type { RequestContext } from '../../lib/context.ts';
import { randomId } from '../../lib/random-id.ts';
import type { Service } from '../../lib/serve.ts';
import { getCart } from '../cart/cart.ts';
import type { Room, RoomTitle } from './room.ts';

/** How long who has opened too many rooms waits, in seconds: the period of the limit in wrangler.toml. */
const LIMIT_SECONDS = 60;

/** Opens a room for a title that the visitor may watch; not too many for one address, since each is kept for an hour. */
export const createRoom: Service<typeof createCall> = async (context, title) => {
  const entitled = await mayWatch(context, title);
  if (!entitled.ok) return entitled;
  const { success } = await context.env.ROOM_LIMIT.limit({ key: await addressKey(context.address) });
  if (!success) return fail('room_too_many', { retryAfter: LIMIT_SECONDS });
  const room = randomId();
  await stubOf(context.env, room).open(title);
  return ok({ data: { room } });
};

/** What a room watches, for somebody who may join it. */
export const getRoom: Service<typeof getCall> = async (context, { room }) => {
  const found = await joinable(context, room);
  return found.ok ? ok({ data: { ...found.value.title, people: found.value.people } }) : found;
};

/** A room that the visitor may join: it is there, it has a place left, and they may watch its title themselves. */
export async function joinable(
  context: RequestContext,
  room: string,
): Promise<Outcome<{ title: RoomTitle; people: number }, ErrorCode>> {
  const about = await stubOf(context.env, room).about();
  if (!about) return fail('room_gone');
  if (about.people >= ROOM_PEOPLE) return fail('room_full');
  const entitled = await mayWatch(context, about.title);
  return entitled.ok ? ok(about) : entitled;
}

export function stubOf({ ROOMS }: RequestContext['env'], room: string) {
  const rooms = ROOMS as DurableObjectNamespace<Room>;
  return rooms.get(rooms.idFromName(room));
}

async function mayWatch(context: RequestContext, { kind, id }: RoomTitle): Promise<Outcome<null, ErrorCode>> {
  const cart = await getCart(context, { id, type: kind });
  if (!cart.ok) return fail('title_not_found');
  return mayPlay(cart.value.data.data.state) ? ok(null) : fail('room_not_entitled');
}

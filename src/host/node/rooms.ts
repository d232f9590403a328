import type { DatabaseSync } from 'node:sqlite';
import { chooseSeat, type Place } from '@pardeh/workers-on-node/process/place';
import { openActors } from '@pardeh/workers-on-node/rooms/actors';
import { RoomRules, type RoomSocket, type RoomStub } from '../../features/watch-party/server/room.ts';
import { reachRoom } from './cluster/neighbours.ts';

export interface Rooms {
  namespace: DurableObjectNamespace;
  getOwn: (name: string) => RoomStub;
  takeRooms: () => void;
  countSockets: () => number;
  close: () => void;
}

/** The rules of a room as an actor. */
class RoomActor extends RoomRules {
  webSocketClose(socket: RoomSocket): Promise<void> {
    return this.removePerson(socket);
  }
}

/** Actors, kept in the host's database (decision 014). Other seats' rooms are in their processes (decision 108). */
export function openRooms(db: DatabaseSync, idleSeconds: number, place: Place | null = null): Rooms {
  const getSeat = (name: string) => (place ? chooseSeat(name, place.count) : 0);
  const isOwn = (name: string) => getSeat(name) === (place?.index ?? 0);
  const { run, start, isStarted, countSockets, close } = openActors(db, {
    create: (host) => new RoomActor({ ...host, idleSeconds }),
    idleSeconds,
    isOwn,
  });
  if (!place) start();
  const getOwn = (name: string): RoomStub => ({
    open: (title) => run(name, (room) => room.open(title)),
    about: () => run(name, (room) => room.about()),
    fetch: async (request) =>
      isStarted()
        ? run(name, (room) => room.fetch(request))
        : new Response(null, { status: 503, headers: { 'retry-after': '2' } }),
  });
  /** A new room has no viewers yet, so any process may open it. */
  const getStub = (name: string): RoomStub =>
    place && !isOwn(name) ? { open: getOwn(name).open, ...reachRoom(place, getSeat(name), name) } : getOwn(name);
  return {
    namespace: { idFromName: (name: string) => name, get: getStub } as unknown as DurableObjectNamespace,
    getOwn,
    takeRooms: start,
    countSockets,
    close,
  };
}

import type { DatabaseSync } from 'node:sqlite';
import type { RawData } from 'ws';
import { RoomRules, type RoomHost, type RoomStub } from '../../../features/watch-party/server/room.ts';
import { reachRoom } from '../cluster/neighbours.ts';
import { chooseSeat, type Place } from '../cluster/place.ts';
import { PendingSocket } from './room-socket.ts';
import { createRoomStore } from './room-store.ts';
import { createUpgradeAnswer } from './upgrade-answer.ts';

const ALARM_MS = 1000;
const GOING_AWAY = 1001;

interface Actor {
  rules: RoomRules;
  sockets: Set<PendingSocket>;
  /** The end of the last task: a room does one thing at a time. */
  last: Promise<unknown>;
}

export interface Rooms {
  namespace: DurableObjectNamespace;
  getOwn: (name: string) => RoomStub;
  takeRooms: () => void;
  countSockets: () => number;
  /** Ends all connections with a code that tells viewers to come back. */
  close: () => void;
}

/** Actors, kept in the host's database (decision 014). Other seats' rooms are in their processes (decision 108). */
export function openRooms(db: DatabaseSync, idleSeconds: number, place: Place | null = null): Rooms {
  let timer: NodeJS.Timeout | null = null;
  const getSeat = (name: string) => (place ? chooseSeat(name, place.count) : 0);
  const isOwn = (name: string) => getSeat(name) === (place?.index ?? 0);
  const store = createRoomStore(db);
  const actors = new Map<string, Actor>();
  const act = (name: string): Actor => {
    const running = actors.get(name);
    if (running) return running;
    const sockets = new Set<PendingSocket>();
    const connect = () => openConnection(name);
    const host: RoomHost = { storage: store.open(name), getWebSockets: () => [...sockets], connect, idleSeconds };
    const actor = { rules: new RoomRules(host), sockets, last: Promise.resolve() };
    actors.set(name, actor);
    return actor;
  };
  const enqueue = <T>(name: string, work: (rules: RoomRules) => Promise<T>): Promise<T> => {
    const actor = act(name);
    const result = actor.last.then(() => work(actor.rules));
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    actor.last = ended;
    // An actor that nobody uses is made again from what it keeps.
    void ended.then(() => actor.last === ended && actor.sockets.size === 0 && actors.delete(name));
    return result;
  };
  const openConnection = (name: string) => {
    const ours = new PendingSocket();
    const { sockets } = act(name);
    sockets.add(ours);
    const leave = () => {
      if (!sockets.delete(ours)) return;
      void enqueue(name, (rules) => rules.removePerson(ours));
    };
    const answer = createUpgradeAnswer((socket) => {
      if (!socket) {
        leave();
        return;
      }
      socket.on('message', (data, isBinary) => {
        void enqueue(name, (rules) => rules.webSocketMessage(ours, toMessage(data, isBinary)));
      });
      socket.on('close', leave);
      socket.on('error', leave);
      ours.attach(socket);
    });
    return { socket: ours, answer };
  };
  const takeRooms = () => {
    store.alarmOpenRooms(Date.now() + idleSeconds * 1000, isOwn);
    timer = setInterval(() => {
      try {
        for (const room of store.takeDue(Date.now(), isOwn)) void enqueue(room, (rules) => rules.alarm());
      } catch (error) {
        console.error('rooms:', error);
      }
    }, ALARM_MS);
    timer.unref();
  };
  if (!place) takeRooms();
  const getOwn = (name: string): RoomStub => ({
    open: (title) => enqueue(name, (rules) => rules.open(title)),
    about: () => enqueue(name, (rules) => rules.about()),
    fetch: async (request) =>
      timer
        ? enqueue(name, (rules) => rules.fetch(request))
        : new Response(null, { status: 503, headers: { 'retry-after': '2' } }),
  });
  /** A new room has no viewers yet, so any process may open it. */
  const getStub = (name: string): RoomStub =>
    place && !isOwn(name) ? { open: getOwn(name).open, ...reachRoom(place, getSeat(name), name) } : getOwn(name);
  return {
    namespace: { idFromName: (name: string) => name, get: getStub } as unknown as DurableObjectNamespace,
    getOwn,
    takeRooms,
    countSockets: () => [...actors.values()].reduce((sum, { sockets }) => sum + sockets.size, 0),
    close: () => {
      if (timer) clearInterval(timer);
      timer = null;
      for (const { sockets } of actors.values()) {
        for (const socket of sockets) socket.close(GOING_AWAY, 'restart');
      }
    },
  };
}

/** A room refuses bytes, so they are not read. */
function toMessage(data: RawData, isBinary: boolean): string | ArrayBuffer {
  return isBinary ? new ArrayBuffer(0) : new TextDecoder().decode(data as Uint8Array);
}

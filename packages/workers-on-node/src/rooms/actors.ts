import type { DatabaseSync } from 'node:sqlite';
import type { RawData } from 'ws';
import { PendingSocket } from './room-socket.ts';
import { createRoomStore, type ActorStorage } from './room-store.ts';
import { createUpgradeAnswer } from './upgrade-answer.ts';

const ALARM_MS = 1000;
const GOING_AWAY = 1001;

/** A Durable Object's answers to its connections and its alarm. */
export interface Actor {
  webSocketMessage: (socket: PendingSocket, message: string | ArrayBuffer) => Promise<void>;
  webSocketClose: (socket: PendingSocket) => Promise<void>;
  alarm: () => Promise<void>;
}

/** An actor's part of its host: what it keeps, its alarm and its connections. */
export interface ActorHost {
  storage: ActorStorage;
  getWebSockets: () => PendingSocket[];
  /** The host's end of a new connection, and the answer that gives the visitor the other one. */
  connect: () => { socket: PendingSocket; answer: Response };
}

interface Running<A> {
  actor: A;
  sockets: Set<PendingSocket>;
  /** The end of the last task: an actor does one thing at a time. */
  last: Promise<unknown>;
}

interface ActorOptions<A> {
  create: (host: ActorHost) => A;
  /** Seconds after a start at which actors that had connections are woken: none of these outlives a restart. */
  idleSeconds: number;
  /** True if this process runs the actor. */
  isOwn: (name: string) => boolean;
}

export interface Actors<A> {
  /** Does work on an actor once its earlier work is done. */
  run: <T>(name: string, work: (actor: A) => Promise<T>) => Promise<T>;
  /** Begins to wake actors by their alarms. */
  start: () => void;
  isStarted: () => boolean;
  countSockets: () => number;
  /** Ends all connections with a code that tells visitors to come back. */
  close: () => void;
}

/** Durable Objects of one class in this process, kept in the host's database. */
export function openActors<A extends Actor>(
  db: DatabaseSync,
  { create, idleSeconds, isOwn }: ActorOptions<A>,
): Actors<A> {
  let timer: NodeJS.Timeout | null = null;
  const store = createRoomStore(db);
  const running = new Map<string, Running<A>>();
  const wake = (name: string): Running<A> => {
    const awake = running.get(name);
    if (awake) return awake;
    const sockets = new Set<PendingSocket>();
    const connect = () => openConnection(name);
    const actor = create({ storage: store.open(name), getWebSockets: () => [...sockets], connect });
    const started = { actor, sockets, last: Promise.resolve() };
    running.set(name, started);
    return started;
  };
  const run = <T>(name: string, work: (actor: A) => Promise<T>): Promise<T> => {
    const one = wake(name);
    const result = one.last.then(() => work(one.actor));
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    one.last = ended;
    // An actor that nobody uses is made again from what it keeps.
    void ended.then(() => one.last === ended && one.sockets.size === 0 && running.delete(name));
    return result;
  };
  const openConnection = (name: string) => {
    const ours = new PendingSocket();
    const { sockets } = wake(name);
    sockets.add(ours);
    const leave = () => {
      if (!sockets.delete(ours)) return;
      void run(name, (actor) => actor.webSocketClose(ours));
    };
    const answer = createUpgradeAnswer((socket) => {
      if (!socket) {
        leave();
        return;
      }
      socket.on('message', (data, isBinary) => {
        void run(name, (actor) => actor.webSocketMessage(ours, toMessage(data, isBinary)));
      });
      socket.on('close', leave);
      socket.on('error', leave);
      ours.attach(socket);
    });
    return { socket: ours, answer };
  };
  return {
    run,
    start: () => {
      store.alarmOpenRooms(Date.now() + idleSeconds * 1000, isOwn);
      timer = setInterval(() => {
        try {
          for (const name of store.takeDue(Date.now(), isOwn)) void run(name, (actor) => actor.alarm());
        } catch (error) {
          console.error('rooms:', error);
        }
      }, ALARM_MS);
      timer.unref();
    },
    isStarted: () => timer !== null,
    countSockets: () => [...running.values()].reduce((sum, { sockets }) => sum + sockets.size, 0),
    close: () => {
      if (timer) clearInterval(timer);
      timer = null;
      for (const { sockets } of running.values()) {
        for (const socket of sockets) socket.close(GOING_AWAY, 'restart');
      }
    },
  };
}

/** Bytes are not read: an actor gets an empty buffer, and refuses it. */
function toMessage(data: RawData, isBinary: boolean): string | ArrayBuffer {
  return isBinary ? new ArrayBuffer(0) : new TextDecoder().decode(data as Uint8Array);
}

import * as v from 'valibot';
import * as limits from '../config.ts';
import { toRoom, type FromRoom, type ToRoom } from '../contract.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { randomId } from '../../../platform/http/random-id.ts';
import { toChatText } from '../room-text.ts';
import { computePosition, takeToken, type Bucket, type RoomState } from '../sync.ts';

export interface RoomTitle {
  kind: TitleKind;
  id: number;
}

/** One end of a viewer's connection; its attachment survives hibernation. */
export interface RoomSocket {
  send: (text: string) => void;
  close: (code?: number, reason?: string) => void;
  serializeAttachment: (value: unknown) => void;
  deserializeAttachment: () => unknown;
}

/** A room's part of its host: what it keeps, its alarm and its connections. */
export interface RoomHost {
  storage: {
    get: <T>(key: string) => Promise<T | undefined>;
    put: (entries: Record<string, unknown>) => Promise<void>;
    deleteAll: () => Promise<void>;
    setAlarm: (at: number) => Promise<void>;
    deleteAlarm: () => Promise<void>;
  };
  getWebSockets: () => RoomSocket[];
  /** The host's end of a new connection, and the answer that gives the viewer the other one. */
  connect: () => { socket: RoomSocket; answer: Response };
  idleSeconds: number;
}

export interface RoomStub {
  open: (title: RoomTitle) => Promise<void>;
  about: () => Promise<{ title: RoomTitle; people: number } | null>;
  fetch: (request: Request) => Promise<Response>;
}

interface Person {
  number: number;
  name: string;
  messages: Bucket;
  say: Bucket;
  change: Bucket;
  nonsense: number;
  /** The connection repeats the last mark in its pings. No host tells how much of its answers waits unread. */
  mark: string;
  unread: number; // UTF-16 units sent since the last mark that came back was given
  sinceMark: number; // Of them, those since the mark that is out
  isClosed: boolean;
}

const CLOSE_POLICY = 1008;
const CLOSE_TOO_LARGE = 1009;

/** The rules of a room on any host. It deletes itself ROOM_IDLE_SECONDS after the last viewer left. */
export class RoomRules implements RoomStub {
  private readonly host: RoomHost;

  constructor(host: RoomHost) {
    this.host = host;
  }

  async open(title: RoomTitle): Promise<void> {
    await this.host.storage.put({ title, state: { playing: false, position: 0, at: Date.now() }, last: 0 });
    await this.endLater();
  }

  async about(): Promise<{ title: RoomTitle; people: number } | null> {
    const title = await this.host.storage.get<RoomTitle>('title');
    return title ? { title, people: this.host.getWebSockets().length } : null;
  }

  async fetch(request: Request): Promise<Response> {
    const state = await this.host.storage.get<RoomState>('state');
    if (!state) return new Response(null, { status: 404 });
    const number = ((await this.host.storage.get<number>('last')) ?? 0) + 1;
    await this.host.storage.put({ last: number });
    await this.host.storage.deleteAlarm();
    // Many who asked at once were all told that there is room.
    if (this.host.getWebSockets().length >= limits.ROOM_PEOPLE) return new Response(null, { status: 409 });
    const { socket: ours, answer } = this.host.connect();
    const now = Date.now();
    savePerson(ours, {
      number,
      name: new URL(request.url).searchParams.get('name') ?? '',
      messages: { tokens: limits.ROOM_MESSAGE_BURST, at: now },
      say: { tokens: limits.ROOM_SAY_BURST, at: now },
      change: { tokens: limits.ROOM_CHANGE_BURST, at: now },
      ...{ nonsense: 0, mark: randomId(), unread: 0, sinceMark: 0, isClosed: false },
    });
    const people = this.host.getWebSockets().length;
    send(ours, { type: 'welcome', you: number, people, state, now, mark: readPerson(ours).mark });
    this.broadcastToOthers(ours, { type: 'people', people });
    return answer;
  }

  async webSocketMessage(socket: RoomSocket, message: string | ArrayBuffer): Promise<void> {
    if (readPerson(socket).isClosed) return;
    if (typeof message !== 'string' || message.length > limits.ROOM_MESSAGE_BYTES) {
      close(socket, CLOSE_TOO_LARGE, 'too large');
      return;
    }
    const { messages } = readPerson(socket);
    const left = takeToken(messages, Date.now(), limits.ROOM_MESSAGE_BURST, limits.ROOM_MESSAGE_REFILL_MS);
    if (!left) {
      close(socket, CLOSE_POLICY, 'too many messages');
      return;
    }
    const person = updatePerson(socket, { messages: left });
    const readMessage = read(message);
    if (!readMessage) this.refuseNonsense(socket, person);
    else if (readMessage.type === 'ping') this.answerPing(socket, person, readMessage);
    else if (readMessage.type === 'say') this.relayChat(socket, person, readMessage.text);
    else await this.change(socket, person, readMessage);
  }

  private answerPing(socket: RoomSocket, person: Person, { sent, mark }: Extract<ToRoom, { type: 'ping' }>): void {
    if (mark === person.mark) updatePerson(socket, { mark: randomId(), unread: person.sinceMark, sinceMark: 0 });
    send(socket, { type: 'pong', sent, now: Date.now(), mark: readPerson(socket).mark });
  }

  async alarm(): Promise<void> {
    if (this.host.getWebSockets().length === 0) await this.host.storage.deleteAll();
  }

  private relayChat(socket: RoomSocket, person: Person, raw: string): void {
    const now = Date.now();
    const say = takeToken(person.say, now, limits.ROOM_SAY_BURST, limits.ROOM_SAY_REFILL_MS);
    if (!say) {
      send(socket, { type: 'refused', why: 'said_too_fast' });
      return;
    }
    updatePerson(socket, { say });
    const text = toChatText(raw, limits.ROOM_SAY_MAX);
    if (text !== '') this.broadcast({ type: 'said', by: person.number, name: person.name, text, at: now });
  }

  private async change(
    socket: RoomSocket,
    person: Person,
    { type, position }: Extract<ToRoom, { position: number }>,
  ): Promise<void> {
    const now = Date.now();
    const change = takeToken(person.change, now, limits.ROOM_CHANGE_BURST, limits.ROOM_CHANGE_REFILL_MS);
    const before = await this.host.storage.get<RoomState>('state');
    if (!change || !before) {
      send(socket, { type: 'refused', why: 'changed_too_fast' });
      if (before) send(socket, { type: 'state', by: 0, name: '', did: 'seek', state: before });
      return;
    }
    updatePerson(socket, { change });
    const playing = type === 'seek' ? before.playing : type === 'play';
    // Play while it plays: the room's position counts, not the one of a viewer who is still loading.
    const at = type === 'play' && before.playing ? computePosition(before, now) : position;
    const state: RoomState = { playing, position: at, at: now };
    await this.host.storage.put({ state });
    this.broadcast({ type: 'state', by: person.number, name: person.name, did: type, state });
  }

  private refuseNonsense(socket: RoomSocket, person: Person): void {
    const { nonsense } = updatePerson(socket, { nonsense: person.nonsense + 1 });
    if (nonsense >= limits.ROOM_NONSENSE_MAX) close(socket, CLOSE_POLICY, 'nonsense');
    else send(socket, { type: 'refused', why: 'invalid' });
  }

  async removePerson(socket: RoomSocket): Promise<void> {
    socket.close();
    const others = this.host.getWebSockets().filter((other) => other !== socket);
    this.broadcastToOthers(socket, { type: 'people', people: others.length });
    if (others.length === 0) await this.endLater();
  }

  private async endLater(): Promise<void> {
    await this.host.storage.setAlarm(Date.now() + this.host.idleSeconds * 1000);
  }

  private broadcast(message: FromRoom): void {
    for (const socket of this.host.getWebSockets()) send(socket, message);
  }

  private broadcastToOthers(but: RoomSocket, message: FromRoom): void {
    for (const socket of this.host.getWebSockets()) if (socket !== but) send(socket, message);
  }
}

function read(message: string): ToRoom | null {
  try {
    const parsed = v.safeParse(toRoom, JSON.parse(message));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

function send(socket: RoomSocket, message: FromRoom): void {
  const { unread, sinceMark, isClosed } = readPerson(socket);
  if (isClosed) return;
  const text = JSON.stringify(message);
  if (unread + text.length > limits.ROOM_UNREAD_MAX) {
    close(socket, CLOSE_POLICY, 'does not read');
    return;
  }
  updatePerson(socket, { unread: unread + text.length, sinceMark: sinceMark + text.length });
  try {
    socket.send(text);
  } catch {
    // The socket just closed; webSocketClose informs the others.
  }
}

function close(socket: RoomSocket, code: number, reason: string): void {
  updatePerson(socket, { isClosed: true });
  socket.close(code, reason);
}

function updatePerson(socket: RoomSocket, part: Partial<Person>): Person {
  const person = { ...readPerson(socket), ...part };
  savePerson(socket, person);
  return person;
}

function savePerson(socket: RoomSocket, person: Person): void {
  socket.serializeAttachment(person);
}

function readPerson(socket: RoomSocket): Person {
  return socket.deserializeAttachment() as Person;
}

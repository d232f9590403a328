import { DurableObject } from 'cloudflare:workers';
import * as v from 'valibot';
import type { Env } from '../../../platform/config/env.ts';
import * as limits from '../config.ts';
import { toRoom, type FromRoom, type ToRoom } from '../contract.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { toChatText } from '../room-text.ts';
import { computePosition, takeToken, type Bucket, type RoomState } from '../sync.ts';

export interface RoomTitle {
  kind: TitleKind;
  id: number;
}

/** Attached to the WebSocket, so it survives hibernation. */
interface Person {
  number: number;
  name: string;
  say: Bucket;
  change: Bucket;
  nonsense: number;
}

const CLOSE_NONSENSE = 1008;
const CLOSE_TOO_LARGE = 1009;

/** A room hibernates while idle, and deletes itself ROOM_IDLE_SECONDS after the last viewer left. */
export class Room extends DurableObject<Env> {
  async open(title: RoomTitle): Promise<void> {
    await this.ctx.storage.put({ title, state: { playing: false, position: 0, at: Date.now() }, last: 0 });
    await this.endLater();
  }

  async about(): Promise<{ title: RoomTitle; people: number } | null> {
    const title = await this.ctx.storage.get<RoomTitle>('title');
    return title ? { title, people: this.ctx.getWebSockets().length } : null;
  }

  override async fetch(request: Request): Promise<Response> {
    const state = await this.ctx.storage.get<RoomState>('state');
    if (!state) return new Response(null, { status: 404 });
    const number = ((await this.ctx.storage.get<number>('last')) ?? 0) + 1;
    await this.ctx.storage.put('last', number);
    await this.ctx.storage.deleteAlarm();
    const { 0: theirs, 1: ours } = new WebSocketPair();
    this.ctx.acceptWebSocket(ours);
    const now = Date.now();
    savePerson(ours, {
      number,
      name: new URL(request.url).searchParams.get('name') ?? '',
      say: { tokens: limits.ROOM_SAY_BURST, at: now },
      change: { tokens: limits.ROOM_CHANGE_BURST, at: now },
      nonsense: 0,
    });
    const people = this.ctx.getWebSockets().length;
    send(ours, { type: 'welcome', you: number, people, state, now });
    this.broadcastToOthers(ours, { type: 'people', people });
    return new Response(null, { status: 101, webSocket: theirs });
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    if (typeof message !== 'string' || message.length > limits.ROOM_MESSAGE_BYTES) {
      socket.close(CLOSE_TOO_LARGE, 'too large');
      return;
    }
    const person = readPerson(socket);
    const readMessage = read(message);
    if (!readMessage) this.refuseNonsense(socket, person);
    else if (readMessage.type === 'ping') send(socket, { type: 'pong', sent: readMessage.sent, now: Date.now() });
    else if (readMessage.type === 'say') this.relayChat(socket, person, readMessage.text);
    else await this.change(socket, person, readMessage);
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    await this.removePerson(socket);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.removePerson(socket);
  }

  override async alarm(): Promise<void> {
    if (this.ctx.getWebSockets().length === 0) await this.ctx.storage.deleteAll();
  }

  private relayChat(socket: WebSocket, person: Person, raw: string): void {
    const now = Date.now();
    const say = takeToken(person.say, now, limits.ROOM_SAY_BURST, limits.ROOM_SAY_REFILL_MS);
    if (!say) {
      send(socket, { type: 'refused', why: 'said_too_fast' });
      return;
    }
    savePerson(socket, { ...person, say });
    const text = toChatText(raw, limits.ROOM_SAY_MAX);
    if (text !== '') this.broadcast({ type: 'said', by: person.number, name: person.name, text, at: now });
  }

  private async change(
    socket: WebSocket,
    person: Person,
    { type, position }: Extract<ToRoom, { position: number }>,
  ): Promise<void> {
    const now = Date.now();
    const change = takeToken(person.change, now, limits.ROOM_CHANGE_BURST, limits.ROOM_CHANGE_REFILL_MS);
    const before = await this.ctx.storage.get<RoomState>('state');
    if (!change || !before) {
      send(socket, { type: 'refused', why: 'changed_too_fast' });
      if (before) send(socket, { type: 'state', by: 0, name: '', did: 'seek', state: before });
      return;
    }
    savePerson(socket, { ...person, change });
    const playing = type === 'seek' ? before.playing : type === 'play';
    // Play while it plays: the room's position counts, not the one of a viewer who is still loading.
    const at = type === 'play' && before.playing ? computePosition(before, now) : position;
    const state: RoomState = { playing, position: at, at: now };
    await this.ctx.storage.put('state', state);
    this.broadcast({ type: 'state', by: person.number, name: person.name, did: type, state });
  }

  private refuseNonsense(socket: WebSocket, person: Person): void {
    savePerson(socket, { ...person, nonsense: person.nonsense + 1 });
    if (person.nonsense + 1 >= limits.ROOM_NONSENSE_MAX) socket.close(CLOSE_NONSENSE, 'nonsense');
    else send(socket, { type: 'refused', why: 'invalid' });
  }

  private async removePerson(socket: WebSocket): Promise<void> {
    socket.close();
    const others = this.ctx.getWebSockets().filter((other) => other !== socket);
    this.broadcastToOthers(socket, { type: 'people', people: others.length });
    if (others.length === 0) await this.endLater();
  }

  private async endLater(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + Number(this.env.ROOM_IDLE_SECONDS) * 1000);
  }

  private broadcast(message: FromRoom): void {
    for (const socket of this.ctx.getWebSockets()) send(socket, message);
  }

  private broadcastToOthers(but: WebSocket, message: FromRoom): void {
    for (const socket of this.ctx.getWebSockets()) if (socket !== but) send(socket, message);
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

function send(socket: WebSocket, message: FromRoom): void {
  try {
    socket.send(JSON.stringify(message));
  } catch {
    // The socket just closed; webSocketClose informs the others.
  }
}

function savePerson(socket: WebSocket, person: Person): void {
  socket.serializeAttachment(person);
}

function readPerson(socket: WebSocket): Person {
  return socket.deserializeAttachment() as Person;
}

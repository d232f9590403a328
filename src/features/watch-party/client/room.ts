import { atom } from 'nanostores';
import * as v from 'valibot';
import type { Result } from '../../../platform/client/api.ts';
import { createRoom, fromRoom, getRoom, roomId, type FromRoom, type ToRoom } from '../contract.ts';
import { API_BASE } from '../../../platform/http/calls/api-base.ts';
import type { ApiError } from '../../../platform/http/calls/errors.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { computeBackoff, computeClockOffset, type ClockSample, type RoomState } from '../sync.ts';
import { paths } from '../../../platform/paths.ts';
import { api } from '../../../platform/client/island-api.ts';
import { readLocal, writeLocal } from '../../../platform/client/local.ts';

export interface RoomLine {
  key: number;
  by: number;
  name: string;
  did: 'said' | 'play' | 'pause' | 'seek';
  text: string;
}

export interface RoomView {
  status: 'off' | 'connecting' | 'open' | 'lost' | 'ended'; // `lost`: reconnecting; `ended`: see `error`.
  room: string;
  host: boolean;
  you: number;
  people: number;
  state: RoomState | null;
  lines: readonly RoomLine[];
  tooFast: boolean;
  error: ApiError | null;
}

const OFF: RoomView = {
  ...{ status: 'off', room: '', host: false, you: 0, people: 0, state: null, lines: [], tooFast: false, error: null },
};
export const $room = atom<RoomView>(OFF);

const NAME_KEY = 'room-name';
const LINES_KEPT = 100;
const PINGS_AT_ONCE = 5;
const PING_EVERY_MS = 10_000;
const SAMPLES_KEPT = 8;
/** Errors after which reconnecting is pointless. */
const FINAL = ['room_gone', 'room_full', 'room_not_entitled', 'outside_area', 'kids_not_allowed', 'title_not_found'];

let socket: WebSocket | null = null;
let samples: ClockSample[] = [];
let tries = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let pinging: ReturnType<typeof setInterval> | undefined;
let lineKey = 0;
let mark: string | undefined; // Shows the room that its messages are read
let pendingMessages: string[] = []; // Not confirmed by the room: sent again after a reconnect.

export function getRoomTime(): number {
  return Date.now() + computeClockOffset(samples);
}

export function parseInvitation(search: string): string | null {
  const room = new URLSearchParams(search).get('room');
  return v.is(roomId, room) ? room : null;
}

export function readRoomName(): string {
  return readLocal(NAME_KEY, v.string()) ?? '';
}

export async function openRoom(kind: TitleKind, id: number, name: string): Promise<Result<string>> {
  const answer = await api(createRoom, { kind, id });
  if (!answer.ok) return answer;
  const { room } = answer.value.data;
  joinRoom({ kind, id }, room, name, true);
  return { ok: true, value: room };
}

type RoomTitle = Record<'kind', TitleKind> & Record<'id', number>;

/** A room of another title than the player's is joined on the page of that title. */
export function joinRoom(title: RoomTitle, room: string, name: string, host = false): void {
  leaveRoom();
  writeLocal(NAME_KEY, name === '' ? null : name);
  $room.set({ ...OFF, status: 'connecting', room, host });
  void connect(title, room, name);
}

export function leaveRoom(): void {
  clearTimeout(timer);
  clearInterval(pinging);
  const old = socket;
  socket = null;
  old?.close();
  samples = [];
  pendingMessages = [];
  tries = 0;
  if ($room.get().status !== 'off') $room.set(OFF);
}

function send(message: ToRoom): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

export function sendChatMessage(text: string): void {
  pendingMessages.push(text);
  send({ type: 'say', text });
}

/** Optimistic: an older message of the room would otherwise undo the viewer's action. */
export function changeRoom(type: 'play' | 'pause' | 'seek', position: number): void {
  const { state } = $room.get();
  if (state === null) return;
  send({ type, position });
  if (type === 'play' && state.playing) return;
  change({ state: { playing: type === 'seek' ? state.playing : type === 'play', position, at: getRoomTime() } });
}

async function connect(title: RoomTitle, room: string, name: string): Promise<void> {
  const isStill = () => $room.get().room === room && $room.get().status !== 'off';
  const about = await api(getRoom, { room });
  if (!isStill()) return;
  if (!about.ok) {
    if (FINAL.includes(about.error.code)) change({ status: 'ended', error: about.error });
    else scheduleReconnect(title, room, name);
    return;
  }
  const { kind, id } = about.value.data;
  if (kind !== title.kind || id !== title.id) {
    leaveRoom();
    location.assign(paths.room(kind, id, room));
    return;
  }
  const address = new URL(`${API_BASE}/rooms/${room}/socket?name=${encodeURIComponent(name)}`, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const opened = new WebSocket(address);
  socket = opened;
  opened.addEventListener('message', ({ data }) => {
    const message = read(String(data));
    if (message && socket === opened) handleMessage(message);
  });
  opened.addEventListener('close', () => {
    if (socket !== opened) return;
    socket = null;
    clearInterval(pinging);
    scheduleReconnect(title, room, name);
  });
}

function scheduleReconnect(title: RoomTitle, room: string, name: string): void {
  change({ status: 'lost' });
  clearTimeout(timer);
  timer = setTimeout(() => void connect(title, room, name), computeBackoff(tries, Math.random()));
  tries += 1;
}

function handleMessage(message: FromRoom): void {
  const now = Date.now();
  switch (message.type) {
    case 'welcome':
      tries = 0;
      mark = message.mark;
      // A first guess until the pings are answered.
      samples = [{ sent: now - 10_000, received: now + 10_000, server: message.now }];
      change({ status: 'open', you: message.you, people: message.people, state: message.state, error: null });
      for (let count = 0; count < PINGS_AT_ONCE; count += 1) ping();
      clearInterval(pinging);
      pinging = setInterval(ping, PING_EVERY_MS);
      for (const text of pendingMessages) send({ type: 'say', text });
      return;
    case 'pong':
      mark = message.mark;
      samples = [...samples, { sent: message.sent, received: now, server: message.now }].slice(-SAMPLES_KEPT);
      return;
    case 'people':
      change({ people: message.people });
      return;
    case 'state':
      if (message.by !== 0) addLine({ ...message, text: '' });
      change({ state: message.state });
      return;
    case 'said':
      addLine({ ...message, did: 'said' });
      if (message.by === $room.get().you) pendingMessages.shift();
      change({ tooFast: false });
      return;
    case 'refused':
      if (message.why !== 'said_too_fast') return;
      pendingMessages.shift();
      change({ tooFast: true });
  }
}

function addLine({ by, name, did, text }: Omit<RoomLine, 'key'>): void {
  lineKey += 1;
  const line = { key: lineKey, by, name, did, text };
  change({ lines: [...$room.get().lines, line].slice(-LINES_KEPT) });
}

function ping(): void {
  send({ type: 'ping', sent: Date.now(), mark });
}

function change(part: Partial<RoomView>): void {
  $room.set({ ...$room.get(), ...part });
}

function read(text: string): FromRoom | null {
  try {
    const parsed = v.safeParse(fromRoom, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

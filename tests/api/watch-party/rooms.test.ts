import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FULL } from '../../../tools/lib/test-sets.ts';
import * as v from 'valibot';
import { bundleWorker } from '../../../tools/lib/own-worker.ts';
import { ROOM_MESSAGE_BURST, ROOM_PEOPLE, ROOM_SAY_BURST } from '../../../src/features/watch-party/config.ts';
import { createRoom, fromRoom, type FromRoom, type ToRoom } from '../../../src/features/watch-party/contract.ts';
import { eventually } from '../../support/eventually.ts';
import { parseFailure } from '../../support/site/api.ts';
import { migrationStatements } from '../../support/database/migration-statements.ts';
import { buildInsertText } from '../../support/database/rows.ts';

/** A free film, one for subscribers, and the WebSocket door of a real Durable Object in workerd. */
const FREE = { kind: 'movie', id: 1 } as const;
const SUBSCRIPTION = { kind: 'movie', id: 2 } as const;
const title = (id: number, access: string) => buildInsertText('titles', { id, access, media: 'clip-1' });

let worker: Awaited<ReturnType<Awaited<ReturnType<typeof bundleWorker>>>>;
let origin: string;
const open: Guest[] = [];

beforeAll(async () => {
  worker = await (await bundleWorker('tests/support/workers/rooms.wrangler.toml'))();
  origin = worker.origin;
  const statements = [...migrationStatements(), title(1, 'free'), title(2, 'subscription')];
  expect((await fetch(`${origin}/prepare`, { method: 'POST', body: JSON.stringify(statements) })).status).toBe(200);
});
afterAll(async () => {
  for (const guest of open) guest.socket.close();
  await worker.stop();
});

const api = (path: string, init: { method?: string; body?: string } = {}) =>
  fetch(`${origin}/api/v1${path}`, { ...init, headers: { 'content-type': 'application/json' } });

async function newRoom(): Promise<string> {
  const answer = await api('/rooms', { method: 'POST', body: JSON.stringify(FREE) });
  return v.parse(createRoom.output, await answer.json()).data.room;
}

class Guest {
  readonly heard: FromRoom[] = [];
  closed: number | null = null;

  readonly socket: WebSocket;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.addEventListener('message', ({ data }) => this.heard.push(v.parse(fromRoom, JSON.parse(String(data)))));
    socket.addEventListener('close', ({ code }) => (this.closed = code));
    open.push(this);
  }

  sendMessage(message: ToRoom): void {
    this.socket.send(JSON.stringify(message));
  }

  /** The first message of a kind that has not been taken yet; waits for it. */
  async next<T extends FromRoom['type']>(type: T): Promise<Extract<FromRoom, { type: T }>> {
    return eventually(() => {
      const at = this.heard.findIndex((message) => message.type === type);
      if (at < 0) throw new Error(`no message ${type}`);
      return this.heard.splice(at, 1)[0] as Extract<FromRoom, { type: T }>;
    });
  }
}

/** Node's WebSocket takes headers, unlike that of browsers, which send the page's origin by themselves. */
const NodeSocket = WebSocket as unknown as new (url: string, options: { headers: Record<string, string> }) => WebSocket;

function connect(room: string, name = '', headers: Record<string, string> = { origin }): Promise<Guest | null> {
  const url = `${origin.replace('http', 'ws')}/api/v1/rooms/${room}/socket?name=${encodeURIComponent(name)}`;
  const guest = new Guest(new NodeSocket(url, { headers }));
  return new Promise((done) => {
    guest.socket.addEventListener('open', () => done(guest));
    guest.socket.addEventListener('error', () => done(null));
  });
}

async function join(room: string, name?: string): Promise<Guest> {
  const guest = await connect(room, name);
  if (!guest) throw new Error('not let in');
  return guest;
}

describe('a room', () => {
  test('tells who joins where it is, and everybody what one of them does', async () => {
    const room = await newRoom();
    const sara = await join(room, 'سارا');
    expect(await sara.next('welcome')).toMatchObject({ people: 1, state: { playing: false, position: 0 } });
    const ali = await join(room, 'Ali 09123456789');
    const { you } = await ali.next('welcome');
    expect(await sara.next('people')).toEqual({ type: 'people', people: 2 });
    ali.sendMessage({ type: 'play', position: 12 });
    for (const guest of [sara, ali]) {
      const reported = await guest.next('state');
      expect(reported).toMatchObject({ by: you, name: 'Ali', state: { playing: true, position: 12 } });
    }
    sara.sendMessage({ type: 'seek', position: 600 });
    expect((await ali.next('state')).state).toMatchObject({ playing: true, position: 600 });
    sara.sendMessage({ type: 'pause', position: 601.5 });
    const paused = await ali.next('state');
    expect(paused.state).toMatchObject({ playing: false, position: 601.5 });
    const late = await join(room);
    expect(await late.next('welcome')).toMatchObject({ people: 3, state: paused.state });
    late.socket.close();
    await expect.poll(() => ali.heard.at(-1)).toEqual({ type: 'people', people: 2 });
  });

  test('answers for its clock', async () => {
    const guest = await join(await newRoom());
    const sentAt = Date.now();
    guest.sendMessage({ type: 'ping', sent: sentAt });
    const { now } = await guest.next('pong');
    expect(now).toBeGreaterThanOrEqual(sentAt - 50);
    expect(now).toBeLessThanOrEqual(Date.now() + 50);
  });

  test('passes messages on: short ones, on one line, not too many', async () => {
    const room = await newRoom();
    const [sara, ali] = [await join(room, 'سارا'), await join(room)];
    sara.sendMessage({ type: 'say', text: `<b>سلام</b>\n${'x'.repeat(500)}` });
    const { text, name } = await ali.next('said');
    expect(name).toBe('سارا');
    expect(text).toMatch(/^<b>سلام<\/b> x+$/);
    expect(text).toHaveLength(300);
    for (let count = 1; count < ROOM_SAY_BURST; count += 1) sara.sendMessage({ type: 'say', text: `${count}` });
    sara.sendMessage({ type: 'say', text: 'one too many' });
    expect(await sara.next('refused')).toEqual({ type: 'refused', why: 'said_too_fast' });
    ali.sendMessage({ type: 'say', text: 'still heard' });
    await expect.poll(() => sara.heard.at(-1)).toMatchObject({ type: 'said', text: 'still heard' });
    expect(ali.heard.filter(({ type }) => type === 'said')).toHaveLength(ROOM_SAY_BURST);
  });

  test('opens twenty a minute for one address, and says so then', async () => {
    const headers = { 'content-type': 'application/json', 'cf-connecting-ip': '192.0.2.77' };
    const one = () => fetch(`${origin}/api/v1/rooms`, { method: 'POST', body: JSON.stringify(FREE), headers });
    const answers = await Promise.all(Array.from({ length: 45 }, one));
    const opened = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect(opened.length + refused.length).toBe(45);
    // Twice as many where a minute ends meanwhile.
    expect(opened.length).toBeGreaterThanOrEqual(20);
    expect(opened.length).toBeLessThanOrEqual(40);
    expect(refused[0]?.headers.get('retry-after')).toBe('60');
    expect((await parseFailure(refused[0]!)).code).toBe('room_too_many');
    expect((await api('/rooms', { method: 'POST', body: JSON.stringify(FREE) })).status).toBe(200);
  });

  test('holds who changes what plays too often to where the others are', async () => {
    const guest = await join(await newRoom());
    for (let position = 0; position < 15; position += 1) guest.sendMessage({ type: 'seek', position });
    expect(await guest.next('refused')).toEqual({ type: 'refused', why: 'changed_too_fast' });
    await expect.poll(() => guest.heard.some((it) => it.type === 'state' && it.by === 0)).toBe(true);
  });

  test('refuses nonsense, hangs up after much of it, and at once on what is too large', async () => {
    const room = await newRoom();
    const guest = await join(room);
    for (const nonsense of ['', '{', '[]', '{"type":"shout"}', '{"type":"seek","position":-1}', '{"type":"play"}']) {
      guest.socket.send(nonsense);
      expect(await guest.next('refused')).toEqual({ type: 'refused', why: 'invalid' });
    }
    for (let count = 0; count < 4; count += 1) guest.socket.send('null');
    await expect.poll(() => guest.closed).toBe(1008);
    const loud = await join(room);
    loud.socket.send('x'.repeat(3000));
    await expect.poll(() => loud.closed).toBe(1009);
    const binary = await join(room);
    binary.socket.send(new Uint8Array([1, 2, 3]));
    await expect.poll(() => binary.closed).toBe(1009);
  });

  test('hangs up on who sends more messages than a viewer does, pings too', async () => {
    const room = await newRoom();
    const [flood, slow] = [await join(room), await join(room)];
    for (let count = 0; count < 10 * ROOM_MESSAGE_BURST; count += 1) flood.sendMessage({ type: 'ping', sent: 0 });
    await expect.poll(() => flood.closed).toBe(1008);
    expect(flood.heard.filter(({ type }) => type === 'pong').length).toBeLessThan(2 * ROOM_MESSAGE_BURST);
    slow.sendMessage({ type: 'ping', sent: 1 });
    expect((await slow.next('pong')).sent).toBe(1);
  });

  test('hangs up on who does not show that they read, and on nobody else', { tags: FULL }, async () => {
    const room = await newRoom();
    const [silent, liar, reader] = [await join(room), await join(room), await join(room)];
    let { mark } = await reader.next('welcome');
    const talkers = await Promise.all(Array.from({ length: 44 }, () => join(room)));
    const text = 'x'.repeat(290);
    for (let round = 1; round <= ROOM_SAY_BURST; round += 1) {
      for (const talker of talkers) talker.sendMessage({ type: 'say', text });
      // Talkers show no reading either: in the last round they are closed as well.
      if (round === ROOM_SAY_BURST) break;
      await expect.poll(() => reader.heard.filter(({ type }) => type === 'said').length).toBe(talkers.length * round);
      liar.sendMessage({ type: 'ping', sent: round, mark: 'a'.repeat(mark.length) });
      reader.sendMessage({ type: 'ping', sent: round, mark });
      ({ mark } = await reader.next('pong'));
    }
    for (const guest of [silent, liar]) await expect.poll(() => guest.closed).toBe(1008);
    expect(reader.closed).toBeNull();
  });

  test('is over once nobody has been in it for its time, and not before', { tags: FULL }, async () => {
    const room = await newRoom();
    const guest = await join(room);
    // ROOM_IDLE_SECONDS is two for this worker; somebody who is there keeps the room.
    await new Promise((done) => setTimeout(done, 3000));
    expect((await api(`/rooms/${room}`)).status).toBe(200);
    guest.socket.close();
    await expect.poll(async () => (await api(`/rooms/${room}`)).status).toBe(404);
    expect(await connect(room)).toBeNull();
    expect((await parseFailure(await api(`/rooms/${room}`))).code).toBe('room_gone');
  });
});

describe('who may join', () => {
  test('only from our own pages, by WebSocket, and to a room that is there', async () => {
    const room = await newRoom();
    expect(await connect(room, '', { origin: 'https://evil.example' })).toBeNull();
    expect(await connect(room, '', {})).toBeNull();
    expect(await connect('0'.repeat(20))).toBeNull();
    expect(await connect('..%2f')).toBeNull();
    expect((await parseFailure(await api(`/rooms/${room}/socket`))).code).toBe('upgrade_required');
    expect((await api('/rooms/short')).status).toBe(422);
    expect(await connect(room)).not.toBeNull();
  });

  test('only who may watch the title themselves, as for opening a room', async () => {
    const refused = await api('/rooms', { method: 'POST', body: JSON.stringify(SUBSCRIPTION) });
    expect((await parseFailure(refused)).code).toBe('room_not_entitled');
    const unknown = await api('/rooms', { method: 'POST', body: JSON.stringify({ kind: 'movie', id: 99 }) });
    expect((await parseFailure(unknown)).code).toBe('title_not_found');
    // The room was opened while the film was free.
    const room = await newRoom();
    // A viewer who is in it gives no right to others.
    await join(room);
    await fetch(`${origin}/prepare`, {
      method: 'POST',
      body: JSON.stringify(["UPDATE titles SET access = 'subscription' WHERE id = 1"]),
    });
    expect((await parseFailure(await api(`/rooms/${room}`))).code).toBe('room_not_entitled');
    expect(await connect(room)).toBeNull();
    await fetch(`${origin}/prepare`, {
      method: 'POST',
      body: JSON.stringify(["UPDATE titles SET access = 'free' WHERE id = 1"]),
    });
    expect(await connect(room)).not.toBeNull();
  });

  test('no more than a room holds', async () => {
    const room = await newRoom();
    await Promise.all(Array.from({ length: ROOM_PEOPLE }, () => join(room)));
    expect((await parseFailure(await api(`/rooms/${room}`))).code).toBe('room_full');
    expect(await connect(room)).toBeNull();
  });

  test('no more than a room holds, also of those who come at once', async () => {
    const room = await newRoom();
    const guests = await Promise.all(Array.from({ length: ROOM_PEOPLE + 10 }, () => connect(room)));
    expect(guests.filter((guest) => guest !== null)).toHaveLength(ROOM_PEOPLE);
  });
});

// @module-tag full
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { DEMO_VARS } from '../../../tools/lib/local-state.ts';
import { migrate } from '../../../tools/seed/migrate.ts';
import { createRoom, getRoom } from '../../../src/features/watch-party/contract.ts';
import { verifyLedger } from '../../../src/features/ledger/server/verify.ts';
import { chooseSeat } from '@pardeh/workers-on-node/process/place';
import { openBindings } from '../../../src/host/node/open-bindings.ts';
import { eventually } from '../../support/eventually.ts';
import { startNodeSite, writeBuild, type NodeSite } from '../../support/site/node-site.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';
import { addRow } from '../../support/database/rows.ts';

const inFolder = useTemporaryFolder();
const PROCESSES = 2;
const args = ['--port', '0', '--processes', String(PROCESSES)];
let site: NodeSite;

beforeAll(async () => {
  writeBuild(inFolder('build'));
  const { stores, close } = openBindings(inFolder('data'));
  await migrate(stores.DB);
  await addRow(stores.DB, 'titles', { id: 1, access: 'free', media: 'clip-1' });
  await close();
  site = await startNodeSite(inFolder('build'), inFolder('data'), {}, args);
});
afterAll(async () => {
  site.kill('SIGTERM');
  await site.ended;
});

/** Each request has a connection of its own, which any of the processes accepts. */
function send(path: string, method = 'GET', body = ''): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', origin: site.url };
    const outgoing = request(site.url + path, { method, agent: false, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on('error', reject);
    });
    outgoing.on('error', reject).end(body);
  });
}

const openRoom = async () => {
  const { text } = await send('/api/v1/rooms', 'POST', JSON.stringify({ kind: 'movie', id: 1 }));
  return v.parse(createRoom.output, JSON.parse(text)).data.room;
};
const countPeople = async (room: string) =>
  v.parse(getRoom.output, JSON.parse((await send(`/api/v1/rooms/${room}`)).text)).data.people;

const message = v.pipe(v.string(), v.parseJson(), v.looseObject({ type: v.string() }));
const isEqual = (entry: object, name: string, value: unknown) =>
  JSON.stringify((entry as Record<string, unknown>)[name]) === JSON.stringify(value);

class Viewer {
  readonly messages: v.InferOutput<typeof message>[] = [];
  closed: number | null = null;
  readonly socket: WebSocket;
  constructor(room: string) {
    const url = `${site.url.replace('http', 'ws')}/api/v1/rooms/${room}/socket?name=a`;
    this.socket = new WebSocket(url, { headers: { origin: site.url } });
    this.socket.on('message', (data) =>
      this.messages.push(v.parse(message, new TextDecoder().decode(data as Uint8Array))),
    );
    this.socket.on('close', (code) => (this.closed = code));
    this.socket.on('error', () => (this.closed = 0));
  }
  expectMessage(type: string, fields: object = {}) {
    const isWanted = (entry: object) =>
      Object.entries({ type, ...fields }).every(([name, value]) => isEqual(entry, name, value));
    return eventually(() => {
      if (!this.messages.some(isWanted)) throw new Error(`no ${type} yet: ${JSON.stringify(this.messages)}`);
    });
  }
}

const listPids = () =>
  readFileSync(`/proc/${String(site.pid)}/task/${String(site.pid)}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number);

describe('several processes behind one port', () => {
  it('let the members of a room meet, whichever process takes their connections', async () => {
    const rooms = await Promise.all(Array.from({ length: 3 }, openRoom));
    for (const room of rooms) {
      const viewers = Array.from({ length: 4 }, () => new Viewer(room));
      for (const viewer of viewers) await viewer.expectMessage('welcome');
      for (const { messages } of viewers) {
        await eventually(() => expect(messages).toContainEqual(expect.objectContaining({ people: 4 })));
      }
      viewers[0]?.socket.send(JSON.stringify({ type: 'seek', position: 42 }));
      for (const viewer of viewers.slice(1)) await viewer.expectMessage('state', { did: 'seek' });
      for (let time = 0; time < PROCESSES; time += 1) expect(await countPeople(room)).toBe(4);
      viewers[1]?.socket.send('x'.repeat(3000));
      await eventually(() => expect(viewers[1]?.closed).toBe(1009));
      await eventually(async () => expect(await countPeople(room)).toBe(3));
      for (const { socket } of viewers) socket.close();
    }
    const { text } = await send('/metrics');
    for (let seat = 0; seat < PROCESSES; seat += 1) {
      expect(text).toContain(`pardeh_room_sockets{process="${String(seat)}"}`);
    }
    expect(text.match(/# TYPE pardeh_requests_total/g)).toHaveLength(1);
  });

  it('start a dead one again, and its rooms keep their state', async () => {
    const room = await openRoom();
    const viewer = new Viewer(room);
    await viewer.expectMessage('welcome');
    const other = new Viewer(room);
    await other.expectMessage('welcome');
    viewer.socket.send(JSON.stringify({ type: 'seek', position: 77 }));
    await other.expectMessage('state', { did: 'seek' });
    const before = listPids();
    // The processes were started in the order of their seats.
    const owner = before[chooseSeat(room, PROCESSES)] ?? 0;
    process.kill(owner, 'SIGKILL');
    await eventually(() => expect([viewer.closed, other.closed]).not.toContain(null));
    expect((await send('/healthz')).status).toBe(200);
    await eventually(() => expect(listPids().filter((pid) => pid !== owner)).toHaveLength(PROCESSES));
    await eventually(async () => {
      const next = new Viewer(room);
      await eventually(() => expect(next.closed !== null || next.messages.length > 0).toBe(true));
      expect(JSON.stringify(next.messages[0])).toContain('"position":77');
      next.socket.close();
    });
    expect(site.lines.join('\n')).toContain('"message":"a process died"');
  });

  it('leave no visitor without an end when one dies by kill -9', async () => {
    const ends = new Set<number | string>();
    let isKilling = true;
    const visit = async () => {
      while (isKilling) ends.add(await send('/healthz').then(({ status }) => status, String));
    };
    const visits = Array.from({ length: 8 }, visit);
    for (let death = 0; death < 3; death += 1) {
      const [victim = 0] = listPids();
      const deaths = () => site.lines.filter((line) => line.includes('"a process died"')).length;
      const before = deaths();
      process.kill(victim, 'SIGKILL');
      await eventually(() => expect(deaths()).toBe(before + 1));
      await eventually(async () => {
        const { text } = await send('/metrics');
        for (let seat = 0; seat < PROCESSES; seat += 1) expect(text).toContain(`{process="${String(seat)}"}`);
      });
    }
    isKilling = false;
    await Promise.all(visits);
    expect(ends).toContain(200);
  });

  it('are replaced one after another without a refused request, and end rooms with a code', async () => {
    const viewer = new Viewer(await openRoom());
    await viewer.expectMessage('welcome');
    const before = listPids();
    const statuses = new Set<number | string>();
    let isRolling = true;
    const visit = async () => {
      while (isRolling) statuses.add(await send('/healthz').then(({ status }) => status, String));
    };
    const visits = [visit(), visit()];
    site.kill('SIGHUP');
    await eventually(() => expect(site.lines.join('\n')).toContain('"message":"restarted"'));
    await eventually(() => expect(listPids().some((pid) => before.includes(pid))).toBe(false));
    isRolling = false;
    await Promise.all(visits);
    expect([...statuses]).toEqual([200]);
    expect(viewer.closed).toBe(1001);
  });

  it('serve on as they are when a reload finds wrong settings, and the log says so', async () => {
    const before = listPids();
    const from = site.lines.length;
    const read = () => site.lines.slice(from).join('\n');
    writeFileSync(inFolder('data', 'site.env'), 'NOBODY_READS=1\n');
    site.kill('SIGHUP');
    await eventually(() => expect(read()).toContain('not restarted'));
    expect(read()).toContain('NOBODY_READS');
    expect((await send('/healthz')).status).toBe(200);
    rmSync(inFolder('data', 'site.env'));
    site.kill('SIGHUP');
    await eventually(() => expect(read()).toContain('"message":"restarted"'));
    await eventually(() => expect(listPids().some((pid) => before.includes(pid))).toBe(false));
    expect(read().match(/not restarted/g)).toHaveLength(1);
    expect(read().match(/"message":"restarted"/g)).toHaveLength(1);
  });

  it('end with the text and the code of a start that cannot succeed', async () => {
    const { port } = new URL(site.url);
    const start = startNodeSite(inFolder('build'), inFolder('data'), {}, ['--port', port, '--processes', '2']);
    await expect(start).rejects.toThrow(new RegExp(`ended with 75: [^]*Port ${port} is taken`));
    const none = startNodeSite(inFolder('build'), inFolder('data'), {}, ['--processes', '0']);
    await expect(none).rejects.toThrow('ended with 64');
  });
});

it('lets several processes try one folder at once', async () => {
  const code = `const { openDataFolder } = await import('./src/host/node/run/data-folder.ts');
    for (let time = 0; time < 300; time += 1) openDataFolder(${JSON.stringify(inFolder('tried'))});`;
  const trials = Array.from({ length: 3 }, () => spawn(process.execPath, ['--input-type=module', '-e', code]));
  const ends = trials.map((child) => new Promise((done) => child.once('exit', done)));
  expect(await Promise.all(ends)).toEqual([0, 0, 0]);
});

it('ends when it is stopped before its processes serve', async () => {
  const program = ['--disable-warning=ExperimentalWarning', 'src/host/node/main.ts', '--data', inFolder('data')];
  const env = { ...process.env, ...DEMO_VARS, MEDIA_SIGNING_KEY: 'a-key-for-tests-only' };
  const child = spawn(process.execPath, [...program, '--build', inFolder('build'), ...args], { env, stdio: 'ignore' });
  const ended = new Promise((done) => child.once('exit', done));
  const pid = String(child.pid);
  await eventually(() => {
    expect(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')).not.toBe('');
  });
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

it('keeps the books when several processes sell at once and one dies by kill -9', async () => {
  const sell = (visitors: number) => {
    const program = ['--disable-warning=ExperimentalWarning', 'tests/support/money/buying-child.ts', inFolder('shop')];
    const child = spawn(process.execPath, [...program, String(visitors)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const shop = { child, bought: 0, ended: new Promise((resolve) => child.once('exit', resolve)) };
    child.stdout.on('data', (bytes: Uint8Array) => {
      shop.bought += new TextDecoder().decode(bytes).split('\n').length - 1;
    });
    return shop;
  };
  const first = sell(0);
  await eventually(() => expect(first.bought).toBeGreaterThan(0));
  const shops = [first, sell(100_000), sell(200_000)];
  const bought = () => shops.map((shop) => shop.bought);
  await eventually(() => expect(Math.min(...bought())).toBeGreaterThan(10));
  shops[1]?.child.kill('SIGKILL');
  await shops[1]?.ended;
  const then = bought();
  await eventually(() => expect(first.bought).toBeGreaterThan((then[0] ?? 0) + 10));
  for (const { child } of shops) child.kill('SIGKILL');
  await Promise.all(shops.map(({ ended }) => ended));
  const { stores, close } = openBindings(inFolder('shop'));
  expect(await verifyLedger(stores.DB)).toEqual([]);
  const settled = await stores.DB.prepare("SELECT count(*) / 2 AS n FROM payments WHERE state = 'settled'").first('n');
  expect(Number(settled)).toBeGreaterThanOrEqual(bought().reduce((sum, count) => sum + count, 0));
  await close();
});

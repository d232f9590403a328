import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PART_BYTES } from '../../../src/features/ingest/upload-rules.ts';
import { parseFailure } from '../../support/site/api.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';
import { hashBytes, makeBytes, openDrip, openTus } from '../../support/site/tus.ts';

const { platform, site, as } = await openDeskTitles();
const { env } = site;
const film = { title: '10', kind: 'film', filename: 'film.mkv' };
const tus = openTus(site, platform, as('editor').token);
/** Against what hangs, not a bar. */
const WITHIN = { timeout: 20_000 };
const refuse = async (answer: Promise<Response>) => {
  const { status, code } = await parseFailure(await answer);
  return `${String(status)} ${code}`;
};
const getId = (path: string) => path.split('/').at(-1) ?? '';
const readFile = async (path: string) => {
  const object = await env.MEDIA.get(`originals/${getId(path)}`);
  return object && new Uint8Array(await object.arrayBuffer());
};
const count = (sql: string) => site.sql(`SELECT count(*) AS n FROM ${sql}`).first('n');

describe('a body that never ends', () => {
  const endAll = () => site.sql("UPDATE uploads SET state = 'ended' WHERE state = 'open'").run();
  beforeEach(endAll);
  afterEach(endAll);
  const getState = (path: string) =>
    site
      .sql('SELECT lease, received FROM uploads WHERE id = ?', getId(path))
      .first<{ lease: string | null; received: number }>();
  const isInHand = (path: string) =>
    vi.waitFor(async () => {
      expect((await getState(path))?.lease).not.toBeNull();
    }, WITHIN);
  const begin = async (count: number) => {
    const sara = openTus(site, platform, as('sara').token);
    return Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const client = n % 2 === 0 ? tus : sara;
        return { client, path: await client.begin(2 * PART_BYTES, film) };
      }),
    );
  };

  it('holds no memory but what came: of thirty three are read, and the others are told when to come again', async () => {
    const uploads = await begin(30);
    const before = process.memoryUsage().arrayBuffers;
    const drips = uploads.map(() => openDrip());
    const refusals: { status: number; code: string; after: string | null }[] = [];
    const answers = uploads.map(async ({ client, path }, n) => {
      const response = await client.patch(path, 0, drips[n]?.body ?? '');
      const after = response.headers.get('retry-after');
      refusals.push({ ...(await parseFailure(response)), after });
    });
    for (const { send } of drips) send(new Uint8Array(100));
    await vi.waitFor(() => {
      expect(refusals).toHaveLength(27);
    }, WITHIN);
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 503, code: 'upload_busy', after: '5' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(PART_BYTES / 2);
    expect(await count("uploads WHERE state = 'open' AND lease IS NOT NULL")).toBe(3);
    for (const { end } of drips) end();
    await Promise.all(answers);
    expect(refusals.slice(27).map(({ code }) => code)).toEqual(['upload_part', 'upload_part', 'upload_part']);
    // Each continues from where it was.
    expect(await count("uploads WHERE state = 'open' AND lease IS NOT NULL")).toBe(0);
    for (const { client, path } of uploads.slice(0, 4))
      expect((await client.patch(path, 0, makeBytes(PART_BYTES))).status).toBe(204);
  });

  it('has the lease while its bytes come; a line that is silent gives it to the next request', async () => {
    const bytes = makeBytes(2 * PART_BYTES, 21);
    const path = await tus.begin(bytes.byteLength, film);
    const part = bytes.subarray(0, PART_BYTES);
    const { body, send } = openDrip();
    const silent = refuse(tus.patch(path, 0, body));
    send(part.subarray(0, 10));
    await isInHand(path);
    expect(await refuse(tus.patch(path, 0, part))).toBe('423 upload_locked');
    expect(await refuse(tus.send('DELETE', path, {}))).toBe('423 upload_locked');
    site.clock.now += 31;
    expect((await tus.patch(path, 0, part)).status).toBe(204);
    expect(await silent).toBe('400 upload_part');
    expect((await tus.patch(path, PART_BYTES, bytes.subarray(PART_BYTES))).status).toBe(204);
    expect(hashBytes((await readFile(path)) ?? new Uint8Array())).toBe(hashBytes(bytes));
  });

  it('loses its lease to another process’s request, and then stores nothing', async () => {
    const path = await tus.begin(2 * PART_BYTES, film);
    const { body, send, end } = openDrip();
    const answer = refuse(tus.patch(path, 0, body));
    send(new Uint8Array(PART_BYTES - 1));
    await isInHand(path);
    await site.sql("UPDATE uploads SET lease = 'of another', lease_until = 0 WHERE id = ?", getId(path)).run();
    send(new Uint8Array(1));
    end();
    expect(await answer).toBe('423 upload_locked');
    expect(await getState(path)).toEqual({ lease: 'of another', received: 0 });
  });
});

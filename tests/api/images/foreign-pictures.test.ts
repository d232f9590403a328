// @module-tag full
import { describe, expect, it } from 'vitest';
import { ALL_CALLS } from '../../../src/app/calls.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { getTitleArt } from '../../../src/features/catalogue/art-contract.ts';
import { createChannel, getDeskChannel } from '../../../src/features/front/channels-contract.ts';
import { createIssue, getDeskIssue } from '../../../src/features/front/issues-contract.ts';
import { createMagazine, getDeskMagazine } from '../../../src/features/front/magazines-contract.ts';
import { getPortrait } from '../../../src/features/catalogue/portrait-contract.ts';
import { API_BASE } from '../../../src/platform/http/calls/api-base.ts';
import { FOREIGN, makeForeignPictures } from '../../support/media/foreign-pictures.ts';
import { ORIGIN, parseFailure } from '../../support/site/api.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';

const { platform, site, as } = await openDeskTitles();
const editor = as('editor');
const worker = createWorker(() => Promise.resolve(new Response('page')));
const FILM = 10;
const readId = async (sql: string) => (await site.sql(sql).first<number>('id')) ?? 0;
const EPISODE = await readId("SELECT id FROM titles WHERE kind = 'episode' ORDER BY id LIMIT 1");
const PERSON = await readId('SELECT person_id AS id FROM credits ORDER BY person_id LIMIT 1');
const texts = { synopsis_fa: '', synopsis_en: '' };
const { data: magazine } = await site.call(
  createMagazine,
  { slug: 'foreign', title: 'ن', title_en: 'n', ...texts },
  editor,
);
const issue = { id: magazine.id, number: 1 };
await site.call(createIssue, { ...issue, date: '2026-11-30', name_fa: 'ن', name_en: 'n' }, editor);
const channel = {
  slug: 'foreign-live',
  name_fa: 'ن',
  name_en: 'n',
  ...texts,
  stream_url: null,
  access: 'free',
} as const;
const { data: live } = await site.call(createChannel, channel, editor);

interface Door {
  call: string;
  /** A size that its checks let in. */
  size: [number, number];
  /** The address with the revision, or the value that was seen. */
  getPath: () => Promise<string>;
}
const artDoor = (field: string, size: [number, number], id = FILM): Door => ({
  ...{ call: 'uploadTitlePicture', size },
  getPath: async () => {
    const { values } = (await site.call(getTitleArt, { id }, editor)).data;
    const seen = new Map<string, string | null>(Object.entries(values)).get(field) ?? '';
    return `/operator/titles/${String(id)}/art/${field}?${new URLSearchParams({ seen }).toString()}`;
  },
});
const DOORS: Door[] = [
  ...[artDoor('art', [300, 450]), artDoor('backdrop', [800, 450]), artDoor('stills', [640, 360])],
  ...[artDoor('still', [642, 360], EPISODE), artDoor('logo_fa', [500, 200])],
  {
    ...{ call: 'uploadPortrait', size: [300, 300] },
    getPath: async () => {
      const seen = (await site.call(getPortrait, { id: PERSON }, editor)).data.portrait ?? '';
      return `/operator/cast/${String(PERSON)}/portrait?${new URLSearchParams({ seen }).toString()}`;
    },
  },
  {
    ...{ call: 'uploadMagazineCover', size: [304, 450] },
    getPath: async () => {
      const { rev } = (await site.call(getDeskMagazine, { id: magazine.id }, editor)).data;
      return `/operator/front/magazines/${String(magazine.id)}/cover?rev=${String(rev)}`;
    },
  },
  {
    ...{ call: 'uploadIssueCover', size: [306, 450] },
    getPath: async () => {
      const { rev } = (await site.call(getDeskIssue, issue, editor)).data;
      return `/operator/front/magazines/${String(magazine.id)}/issues/1/cover?rev=${String(rev)}`;
    },
  },
  {
    ...{ call: 'uploadChannelLogo', size: [304, 304] },
    getPath: async () => {
      const { rev } = (await site.call(getDeskChannel, { id: live.id }, editor)).data;
      return `/operator/front/channels/${String(live.id)}/logo?rev=${String(rev)}`;
    },
  },
  { call: 'uploadSiteLogo', size: [504, 200], getPath: () => Promise.resolve('/operator/site/logo') },
];

async function send(path: string, body: Uint8Array, type: string): Promise<Response> {
  // Each has the whole budget of calls.
  site.clock.now += 60;
  const headers = { authorization: `Bearer ${editor.token}`, 'content-type': type, 'cf-connecting-ip': '10.0.0.1' };
  const init = { method: 'POST', headers, body: new Uint8Array(body) };
  return site.api(new Request(ORIGIN + API_BASE + path, init), site.env, platform.ctx);
}

async function listFiles(): Promise<Set<string>> {
  const { objects } = await site.env.MEDIA.list();
  return new Set(objects.map(({ key }) => key));
}

const readFile = async (key: string) => new Uint8Array((await (await site.env.MEDIA.get(key))?.arrayBuffer()) ?? []);
const visit = (path: string) => worker(new Request(ORIGIN + path), site.env, platform.ctx);
const holdsForeign = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes).includes(FOREIGN);

it('every call that takes a picture has its place here', () => {
  const names = ALL_CALLS.filter((call) => call.upload !== undefined).map(({ name }) => name);
  expect([...new Set(DOORS.map(({ call }) => call))].sort()).toEqual(names.sort());
});

describe.each(DOORS)('$call of $size', async ({ call, size: [width, height], getPath }) => {
  const pictures = await makeForeignPictures({ width, height });
  it('refuses what is something else than a picture, in words of its own, and stores nothing of it', async () => {
    const before = await listFiles();
    for (const { name, bytes, type, refusal } of pictures) {
      if (refusal === null) continue;
      const { status, code } = await parseFailure(await send(await getPath(), bytes, type));
      expect(`${String(status)} ${code}`, name).toBe(refusal);
    }
    expect(await listFiles()).toEqual(before);
  });

  it('stores a picture without what its file holds besides, and keeps the file itself from visitors', async () => {
    for (const { name, bytes, type, refusal } of pictures) {
      if (refusal !== null) continue;
      const before = await listFiles();
      const answer = await send(await getPath(), bytes, type);
      if (call === 'uploadSiteLogo' && type === 'image/jpeg') {
        expect((await parseFailure(answer)).code, name).toBe('site_logo_format');
        continue;
      }
      expect(answer.status, `${name}: ${await answer.text()}`).toBe(200);
      const files = [...(await listFiles())].filter((key) => !before.has(key));
      const originals = files.filter((key) => key.startsWith('original/'));
      expect([originals.length, files.length > 3], name).toEqual([1, true]);
      for (const key of files) {
        expect(holdsForeign(await readFile(key)), `${name}: ${key}`).toBe(originals.includes(key));
        if (!key.startsWith('img/')) expect((await visit(`/media/${key}`)).status, key).toBe(404);
      }
      for (const key of files.filter((file) => file.endsWith('.jpg') && file.startsWith('img/'))) {
        const served = await visit(`/media/${key.replace(/-(?:(\d+)\.jpg|(social\.jpg))$/, '/$1$2')}`);
        expect([served.status, served.headers.get('x-content-type-options')], key).toEqual([200, 'nosniff']);
        expect(served.headers.get('content-type'), key).toMatch(/^image\/(?:jpeg|webp|avif|png)$/);
        expect(holdsForeign(await served.bytes()), key).toBe(false);
      }
    }
  });
});

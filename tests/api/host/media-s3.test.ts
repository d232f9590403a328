// @module-tag full
import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../tools/seed/migrate.ts';
import { openBindings } from '../../../src/host/node/open-bindings.ts';
import { describeFolder } from '../../../src/host/node/run/data-folder.ts';
import { createMediaS3 } from '@pardeh/workers-on-node/stores/media-s3';
import { PART_BYTES } from '@pardeh/workers-on-node/stores/s3-parts';
import { readS3 } from '../../../src/host/node/open-media.ts';
import { listMedia } from '../../../tools/backup/media-list.ts';
import { eventually } from '../../support/eventually.ts';
import { FAKE_S3, startFakeS3, type FakeS3, type Fault } from '../../support/services/fake-s3.ts';
import { folderFor, GUEST, guestCookie } from '../../support/media/media.ts';
import { startNodeSite, writeBuild } from '../../support/site/node-site.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const inFolder = useTemporaryFolder();
/** A slow machine reaches none of these; a test of a limit shortens it. */
const LIMITS = { connect: 60_000, answer: 60_000, idle: 60_000, retry: 1, rate: 100 };
const ODD = ['video/فیلم تازه/بخش ۱.m4s', 'a b+c%20d&e=f?g#h.m4s', 'x(1)!*\'~;:@$,[]{}|^`"<>.m4s', '%2e%2e/é😀.jpg'];
let fake: FakeS3;
let media: R2Bucket;
const open = (change: object = {}, limits: object = {}) =>
  createMediaS3({ ...FAKE_S3, endpoint: new URL(fake.url), ...change }, { ...LIMITS, ...limits });
const vars = () => ({
  MEDIA_S3_ENDPOINT: fake.url,
  MEDIA_S3_BUCKET: FAKE_S3.bucket,
  MEDIA_S3_REGION: FAKE_S3.region,
  MEDIA_S3_KEY_ID: FAKE_S3.keyId,
  MEDIA_S3_SECRET: FAKE_S3.secret,
});

beforeAll(async () => {
  fake = await startFakeS3();
  media = open();
  await media.put('ten', '0123456789', { httpMetadata: { contentType: 'video/mp4' } });
});
afterEach(() => {
  expect(fake.faults).toEqual([]);
  Object.assign(fake, { outage: null, skewMs: 0, requests: [] });
});
afterAll(() => fake.close());

const readRange = async (range: R2Range) => (await media.get('ten', { range }))?.text();
const fails = async (work: Promise<unknown>, text: string) => {
  const error: unknown = await work.then(
    () => 'no error',
    (cause: unknown) => cause,
  );
  expect(error).toMatchObject({ message: expect.stringContaining(text) as string });
  const report = JSON.stringify([String(error), error]);
  for (const secret of [FAKE_S3.secret, FAKE_S3.keyId, 'Signature=']) expect(report).not.toContain(secret);
};

describe('a bucket with the surface of R2', () => {
  it('keeps bytes, tag, time and type, and forgets what is deleted', async () => {
    const file = await media.get('ten');
    expect(await file?.text()).toBe('0123456789');
    expect(file).toMatchObject({ key: 'ten', size: 10, httpMetadata: { contentType: 'video/mp4' } });
    expect(file?.httpEtag).toBe(`"${file?.etag ?? ''}"`);
    expect(file?.etag).toMatch(/^[\da-f]{32}$/);
    expect(await media.head('ten')).toMatchObject({ size: 10, etag: file?.etag, uploaded: file?.uploaded });
    const wide = new Uint8Array(2 ** 20).map((_, at) => at % 251);
    await media.put('wide', new Uint8Array(wide.buffer, 1, wide.length - 1));
    expect(new Uint8Array(await (await media.get('wide'))!.arrayBuffer())).toEqual(wide.subarray(1));
    await media.put('empty', '');
    expect(await (await media.get('empty', { range: { offset: 0 } }))?.text()).toBe('');
    await media.delete(['wide', 'empty', 'none']);
    expect([await media.get('wide'), await media.head('wide'), await media.get('none')]).toEqual([null, null, null]);
    await expect(media.put('stream', new Blob(['x']).stream())).rejects.toThrow('no stream');
  });

  it('takes parts of an upload, also after a restart, and gives one up', async () => {
    const begun = await media.createMultipartUpload('originals/a');
    const first = await begun.uploadPart(1, 'first, ');
    const upload = open().resumeMultipartUpload('originals/a', begun.uploadId);
    const second = await upload.uploadPart(2, new TextEncoder().encode('second'));
    expect(await media.head('originals/a')).toBeNull();
    expect(await upload.complete([first, second])).toMatchObject({ size: 13 });
    expect(await (await media.get('originals/a'))?.text()).toBe('first, second');
    await media.delete('originals/a');
    const abandoned = await media.createMultipartUpload('originals/b');
    await abandoned.uploadPart(1, 'x');
    await abandoned.abort();
    expect(fake.uploads.size).toBe(0);
    await fails(abandoned.uploadPart(1, 'x'), '404');
  });

  it('gives ranges as the files on disk do', async () => {
    expect(await readRange({ offset: 0, length: 1 })).toBe('0');
    expect(await readRange({ offset: 9, length: 1 })).toBe('9');
    expect(await readRange({ offset: 8, length: 50 })).toBe('89');
    expect(await readRange({ suffix: 4 })).toBe('6789');
    expect(await readRange({ suffix: 40 })).toBe('0123456789');
    for (const range of [{ offset: 10 }, { offset: 2, length: 0 }, { suffix: 0 }])
      expect(await readRange(range)).toBe('');
    const part = await media.get('ten', { range: { offset: 2, length: 3 } });
    expect(part).toMatchObject({ size: 10, range: { offset: 2, length: 3 } });
    await part?.body.cancel();
    fake.faults.push('no-range');
    await fails(media.get('ten', { range: { offset: 2, length: 3 } }), 'the whole file');
  });

  it('gives no body of another version', async () => {
    const { etag } = (await media.head('ten'))!;
    expect(await ((await media.get('ten', { onlyIf: { etagMatches: etag } })) as R2ObjectBody).text()).toBe(
      '0123456789',
    );
    const stale = await media.get('ten', { onlyIf: { etagMatches: 'another' }, range: { offset: 1, length: 1 } });
    expect([stale?.size, stale !== null && 'body' in stale]).toEqual([10, false]);
  });

  it.each(ODD)('keeps %s apart from others', async (key) => {
    await media.put(key, key);
    expect(await (await media.get(key))?.text()).toBe(key);
    expect([...fake.objects.keys()]).toContain(key);
    expect((await media.list({ prefix: key })).objects).toMatchObject([{ key }]);
    await media.delete(key);
    expect([...fake.objects.keys()]).toEqual(['ten']);
  });

  it('refuses keys that a path would change, before a request', async () => {
    for (const key of ['../x', 'a/../x', '/x', 'a//b', '..', '', '.', 'a\\b', 'a\0', '\ud800', 'x'.repeat(1100)]) {
      await expect(media.get(key), key).rejects.toThrow('no path of a file');
    }
    expect(fake.requests).toEqual([]);
  });

  it('lists more than one page, with odd names in it', async () => {
    const keys = [...ODD, ...Array.from({ length: 6 }, (_, at) => `list/${String(at)}.m4s`)];
    for (const key of keys) await media.put(key, 'x');
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await media.list(cursor === undefined ? {} : { cursor });
      names.push(...page.objects.map(({ key }) => key));
      cursor = page.truncated ? page.cursor : undefined;
    } while (cursor !== undefined);
    expect(names.sort()).toEqual([...keys, 'ten'].sort());
    expect(fake.requests.filter((target) => target.startsWith('GET'))).toHaveLength(4);
    await media.delete(keys);
  });
});

describe('a file of some hundred megabytes', () => {
  const film = new Blob([new Uint8Array(PART_BYTES).fill(1), new Uint8Array(PART_BYTES).fill(2), 'the end']);

  it('is stored in parts, of which one may fail for a moment', async () => {
    fake.faults = [{ status: 503, code: 'SlowDown' }];
    await media.put('download/film.mp4', film as never, { httpMetadata: { contentType: 'video/mp4' } });
    expect(fake.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(3);
    expect(fake.uploads.size).toBe(0);
    const stored = await media.get('download/film.mp4', { range: { offset: 2 * PART_BYTES - 1 } });
    expect(await stored?.text()).toBe('\u0002the end');
    expect(stored).toMatchObject({ size: film.size, httpMetadata: { contentType: 'video/mp4' } });
    await media.delete('download/film.mp4');
  });

  it.each([
    { status: 403, code: 'AccessDenied' },
    { status: 200, code: 'InternalError' },
  ])('leaves no parts behind where the end of it fails: %j', async (fault) => {
    const pass = { status: 0, code: '' };
    fake.faults = [pass, pass, pass, pass, fault];
    await fails(media.put('download/late.mp4', film as never), fault.code);
    expect(fake.uploads.size).toBe(0);
    expect(await media.head('download/late.mp4')).toBeNull();
  });
});

describe('a server that refuses or fails', () => {
  it('is an error with its code, without a credential, and not asked again', async () => {
    await fails(open({ secret: 'another secret' }).get('ten'), '403 SignatureDoesNotMatch');
    await fails(open({ keyId: 'AKIAANOTHER' }).get('ten'), '403 InvalidAccessKeyId');
    await fails(open({ region: 'us-east-1' }).put('new', 'x'), '400 AuthorizationHeaderMalformed');
    await fails(open({ bucket: 'none' }).get('ten'), '404 NoSuchBucket');
    fake.skewMs = 16 * 60_000;
    await fails(media.list(), '403 RequestTimeTooSkewed');
    fake.faults.push('redirect');
    await fails(media.get('ten'), '307 TemporaryRedirect');
    expect(fake.requests).toHaveLength(6);
    expect(fake.objects.has('new')).toBe(false);
  });

  it('is asked again after a momentary failure, at most twice', async () => {
    fake.faults.push({ status: 500, code: 'InternalError' }, 'drop');
    expect(await (await media.get('ten'))?.text()).toBe('0123456789');
    fake.faults.push({ status: 503, code: 'SlowDown' });
    await media.put('once', 'x');
    await media.delete('once');
    fake.requests.length = 0;
    fake.outage = { status: 503, code: 'SlowDown' };
    await fails(media.get('ten'), '503 SlowDown');
    expect(fake.requests).toHaveLength(3);
    await fails(open({ endpoint: new URL('http://127.0.0.1:1') }).get('ten'), 'ECONNREFUSED');
  });

  it.each<[Fault, string]>([
    ['cut', 'breaks off'],
    ['pause', 'above the limit'],
    ['drip', 'above the limit'],
  ])('breaks a body with an error: %s', async (fault, text) => {
    fake.faults.push(fault);
    const file = await open({}, { idle: 300 }).get('ten');
    expect(file?.size).toBe(10);
    await fails(file!.text(), text);
  });

  it('that drips its headers after it took a file is left, too', async () => {
    fake.faults.push('drip-headers');
    await fails(open({}, { answer: 300 }).put('x', 'y'), 'no answer within the limit');
    expect(fake.requests).toHaveLength(1);
  });

  it('that hangs is left after the limit, and not asked again', async () => {
    const hasty = open({}, { answer: 300 });
    for (const work of [() => hasty.get('ten'), () => hasty.put('x', 'y'), () => hasty.list()]) {
      fake.faults.push('hang');
      await fails(work(), 'no answer within the limit');
    }
    expect(fake.requests).toHaveLength(3);
  });
});

it('lists the bucket in a backup', async () => {
  await media.put('video/a/1.m4s', 'abc');
  writeFileSync(
    inFolder('site.env'),
    Object.entries(vars())
      .map((pair) => `${pair.join('=')}\n`)
      .join(''),
  );
  expect(await listMedia(describeFolder(inFolder()))).toEqual([
    { key: 'ten', bytes: 10 },
    { key: 'video/a/1.m4s', bytes: 3 },
  ]);
  await media.delete('video/a/1.m4s');
});

it('does not start on settings that cannot work, and names no value', () => {
  expect(readS3({ SITE_URL: 'https://pardeh.example' })).toBeNull();
  expect(readS3({ ...vars(), MEDIA_S3_REGION: '' })).toMatchObject({ region: 'us-east-1', bucket: 'films' });
  const remote = { MEDIA_S3_ENDPOINT: 'http://s3.example' };
  expect(readS3({ ...vars(), ...remote, MEDIA_S3_ALLOW_HTTP: 'yes' })?.endpoint.host).toBe('s3.example');
  const bad: [Record<string, string>, string][] = [
    [{ MEDIA_S3_SECRET: '' }, 'MEDIA_S3_SECRET'],
    [{ MEDIA_S3_KEY_ID: 'with space' }, 'MEDIA_S3_KEY_ID'],
    [{ MEDIA_S3_BUCKET: 'Films/..' }, 'MEDIA_S3_BUCKET'],
    [{ MEDIA_S3_REGION: 'a/b' }, 'MEDIA_S3_REGION'],
    [{ MEDIA_S3_ALLOW_HTTP: 'true' }, 'MEDIA_S3_ALLOW_HTTP'],
    [remote, 'plain http'],
    ...[
      '',
      's3.example',
      'ftp://s3.example',
      'https://u:p@s3.example',
      'https://s3.example/x',
      'https://s3.example?x',
    ].map((endpoint): [Record<string, string>, string] => [{ MEDIA_S3_ENDPOINT: endpoint }, 'MEDIA_S3_ENDPOINT']),
  ];
  for (const [change, text] of bad) {
    const read = () => readS3({ ...vars(), ...change });
    expect(read, text).toThrow(
      expect.objectContaining({ exitCode: 78, message: expect.stringContaining(text) as string }),
    );
    expect(read, text).not.toThrow(FAKE_S3.secret);
  }
});

it('serves a segment from the bucket on the whole site, says a failure, and recovers', async () => {
  const key = 'video/clip-1/360p/seg-0.m4s';
  writeBuild(inFolder('build'));
  const { stores, close } = openBindings(inFolder('data'), { settings: vars() });
  await migrate(stores.DB);
  await stores.MEDIA.put(key, 'the first segment');
  await close();
  const site = await startNodeSite(inFolder('build'), inFolder('data'), vars());
  try {
    const path = await folderFor(GUEST);
    const read = async () => {
      const headers = { cookie: guestCookie(GUEST), range: 'bytes=4-8' };
      const answer = await fetch(`${site.url}${path}/360p/seg-0.m4s`, { headers });
      return `${String(answer.status)} ${await answer.text()}`;
    };
    const readReadiness = async () => (await fetch(`${site.url}/readyz`)).json();
    fake.outage = { status: 403, code: 'AccessDenied' };
    expect(await readReadiness()).toEqual({ status: 'media_unavailable' });
    expect(await read()).toMatch(/^503 .*"media_storage"/);
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    fake.outage = 'hang';
    expect(await read()).toMatch(/^503 .*"media_storage"/);
    fake.outage = null;
    fake.faults.push('cut');
    expect(await read()).toMatch(/^503 .*"media_storage"/);
    expect(await read()).toBe('206 first');
    await eventually(async () => expect(await readReadiness()).toEqual({ status: 'ready' }));
    expect(fake.requests).toContain(`GET /films/${key}`);
    expect(site.lines.join('\n')).toContain('S3: 403 AccessDenied');
    for (const secret of [FAKE_S3.secret, FAKE_S3.keyId]) expect(site.lines.join('\n')).not.toContain(secret);
  } finally {
    site.kill('SIGKILL');
  }
});

import { Upload } from 'tus-js-client';
import { createReadStream, writeFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { PART_BYTES } from '../../../src/features/ingest/upload-rules.ts';
import { createWorker } from '../../../src/app/worker-app.ts';
import { listen, ORIGIN, parseFailure } from '../../support/site/api.ts';
import { openDeskTitles } from '../../support/site/desk-titles.ts';
import { cutBody, encodeMetadata, hashBytes, makeBytes, openTus } from '../../support/site/tus.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const inFolder = useTemporaryFolder();
const { platform, site, as } = await openDeskTitles();
const { env } = site;
const FILM = 10;
const film = { title: String(FILM), kind: 'film', filename: 'film.mkv' };
const tus = openTus(site, platform, as('editor').token);
const refuse = async (answer: Promise<Response>) => {
  const { status, code } = await parseFailure(await answer);
  return `${String(status)} ${code}`;
};
const getId = (path: string) => path.split('/').at(-1) ?? '';
const readFile = async (path: string) => {
  const object = await env.MEDIA.get(`originals/${getId(path)}`);
  return object && new Uint8Array(await object.arrayBuffer());
};
const count = (sql: string, ...values: string[]) => site.sql(`SELECT count(*) AS n FROM ${sql}`, ...values).first('n');

describe('a file', () => {
  it('ends with its own hash after twenty cuts, on the line and after a part was stored', async () => {
    const bytes = makeBytes(2 * PART_BYTES + 1_234_567);
    const path = await tus.begin(bytes.byteLength, film);
    let random = 7;
    const draw = (below: number) => (random = (random * 48_271) % 2_147_483_647) % below;
    let offset: number;
    for (let cut = 0; cut < 20; cut += 1) {
      offset = await tus.readOffset(path);
      expect(offset % PART_BYTES).toBe(0);
      const part = bytes.subarray(offset, offset + PART_BYTES);
      const broken = tus.patch(path, offset, cutBody(part.subarray(0, draw(part.byteLength))));
      expect(await refuse(broken)).toBe('400 upload_part');
      expect(await tus.readOffset(path)).toBe(offset);
      // Its answer is lost: the client asks where it is.
      if (cut === 6 || cut === 13) expect((await tus.patch(path, offset, part)).status).toBe(204);
    }
    offset = await tus.readOffset(path);
    const last = await tus.patch(path, offset, bytes.subarray(offset));
    expect([last.status, last.headers.get('upload-offset')]).toEqual([204, String(bytes.byteLength)]);
    expect(hashBytes((await readFile(path)) ?? new Uint8Array())).toBe(hashBytes(bytes));
    expect(await tus.readOffset(path)).toBe(bytes.byteLength);
    expect(await count('ingest_jobs WHERE upload_id = ?', getId(path))).toBe(1);
    expect(await count("operator_audit WHERE action IN ('createUpload', 'completeUpload') AND status = 200")).toBe(2);
    expect(await count("operator_audit WHERE action LIKE '%pload'")).toBe(2);
    // A client that asks once more after the end changes nothing.
    expect((await tus.patch(path, bytes.byteLength, '')).status).toBe(204);
    expect(await refuse(tus.patch(path, offset, bytes.subarray(offset)))).toBe('409 upload_offset');
    expect(await refuse(tus.send('DELETE', path, {}))).toBe('409 upload_whole');
  });

  it('comes by tus-js-client, with checksums, through the whole Worker', async () => {
    const bytes = makeBytes(PART_BYTES + 70_000, 9);
    const file = inFolder('film.mkv');
    writeFileSync(file, bytes);
    const worker = createWorker(async () => new Response(null, { status: 404 }));
    const server = await listen((request) => worker(request, { ...env, SITE_URL: '' }, platform.ctx));
    const sums: string[] = [];
    const transfer = new Promise<string>((resolve, reject) => {
      const upload = new Upload(createReadStream(file) as never, {
        endpoint: `${server.url}/api/v1/operator/uploads`,
        uploadSize: bytes.byteLength,
        chunkSize: PART_BYTES,
        retryDelays: null,
        metadata: film,
        headers: { authorization: `Bearer ${as('editor').token}` },
        onBeforeRequest: (request) => {
          const offset = request.getHeader('Upload-Offset');
          if (offset === undefined) return;
          const sum = `sha256 ${hashBytes(bytes.subarray(Number(offset), Number(offset) + PART_BYTES))}`;
          sums.push(sum);
          request.setHeader('Upload-Checksum', sum);
        },
        onError: reject,
        onSuccess: () => {
          resolve(upload.url ?? '');
        },
      });
      upload.start();
    });
    const url = await transfer;
    await server.close();
    expect(sums).toHaveLength(2);
    expect(hashBytes((await readFile(url)) ?? new Uint8Array())).toBe(hashBytes(bytes));
  });

  it('of two tabs wins at each offset once, and no byte is doubled', async () => {
    const bytes = makeBytes(PART_BYTES + 5000, 3);
    const path = await tus.begin(bytes.byteLength, film);
    for (const offset of [0, PART_BYTES]) {
      const part = bytes.subarray(offset, offset + PART_BYTES);
      const answers = await Promise.all(Array.from({ length: 4 }, () => tus.patch(path, offset, part.slice())));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses.filter((status) => status === 204)).toHaveLength(1);
      expect(
        statuses.every((status) => [204, 404, 409, 423].includes(status)),
        String(statuses),
      ).toBe(true);
    }
    expect(hashBytes((await readFile(path)) ?? new Uint8Array())).toBe(hashBytes(bytes));
    expect(await count('ingest_jobs WHERE upload_id = ?', getId(path))).toBe(1);
  });

  it('is its name’s own text, which opens nothing', async () => {
    for (const filename of ['../../etc/passwd', '/dev/null', `${'ن'.repeat(300)}.mkv`, 'a\u202egpj.exe', '', 'x\0y']) {
      const path = await tus.begin(3, { ...film, filename });
      expect((await tus.patch(path, 0, 'abc')).status, filename).toBe(204);
      expect(await readFile(path)).toEqual(new TextEncoder().encode('abc'));
      const name = await site.sql('SELECT name FROM uploads WHERE id = ?', getId(path)).first<string>('name');
      expect(name?.length).toBeLessThanOrEqual(200);
      expect(name).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
    }
    const page = await env.MEDIA.list({ prefix: 'originals/' });
    expect(page.objects.every(({ key }) => /^originals\/[\da-f-]{36}$/.test(key))).toBe(true);
  });

  it('is behind no address of the site', async () => {
    const path = await tus.begin(3, film);
    await tus.patch(path, 0, 'abc');
    const worker = createWorker(async () => new Response('page', { status: 404 }));
    const key = `originals/${getId(path)}`;
    for (const address of [
      key,
      `v/anyone.x/1/../${key}`,
      `pictures/${key}`,
      `image/${key}`,
      `v/${key}`,
      `d/${key}`,
      `live/${key}`,
    ])
      for (const prefix of ['/media/', '/', '/media/v/anyone.00/9999999999/']) {
        const answer = await worker(new Request(ORIGIN + prefix + address), env, platform.ctx);
        expect(await answer.text(), prefix + address).not.toBe('abc');
      }
  });
});

describe('a client that lies', () => {
  it('about the length, the offset or the checksum moves nothing', async () => {
    const bytes = makeBytes(PART_BYTES + 10, 5);
    const path = await tus.begin(bytes.byteLength, film);
    const part = bytes.subarray(0, PART_BYTES);
    const lies: [expected: string, ask: () => Promise<Response>][] = [
      ['409 upload_offset', () => tus.patch(path, 1, part)],
      ['409 upload_offset', () => tus.patch(path, PART_BYTES, bytes.subarray(PART_BYTES))],
      ['400 upload_part', () => tus.patch(path, 0, bytes.subarray(0, PART_BYTES - 1))],
      ['413 upload_too_large', () => tus.patch(path, 0, bytes)],
      ['413 upload_too_large', () => tus.patch(path, 0, new Blob([bytes]).stream())],
      ['413 upload_too_large', () => tus.patch(path, 0, part, { 'content-length': String(PART_BYTES + 1) })],
      ['400 upload_part', () => tus.patch(path, 0, 'x', { 'content-length': '1' })],
      ['400 upload_part', () => tus.patch(path, 0, new Blob([part.subarray(5)]).stream())],
      ['400 upload_part', () => tus.patch(path, 0, part, { 'upload-offset': '-1' })],
      ['400 upload_part', () => tus.patch(path, 0, part, { 'upload-offset': '0x0' })],
      ['460 upload_checksum', () => tus.patch(path, 0, part, { 'upload-checksum': `sha256 ${hashBytes(bytes)}` })],
      ['460 upload_checksum', () => tus.patch(path, 0, part, { 'upload-checksum': 'sha1 x' })],
      ['400 upload_checksum_unknown', () => tus.patch(path, 0, part, { 'upload-checksum': 'md5 x' })],
      ['400 upload_checksum_unknown', () => tus.patch(path, 0, part, { 'upload-checksum': 'constructor x' })],
      ['415 unsupported_media_type', () => tus.patch(path, 0, part, { 'content-type': 'application/json' })],
      ['412 upload_version', () => tus.patch(path, 0, part, { 'tus-resumable': '0.2.2' })],
      [
        '404 upload_unknown',
        () =>
          tus.patch(
            path.replace(/.$/, (sign) => (sign === '0' ? '1' : '0')),
            0,
            part,
          ),
      ],
      ['404 upload_unknown', () => tus.patch('/operator/uploads/..%2f..%2fx', 0, part)],
    ];
    for (const [index, [expected, ask]] of lies.entries()) expect(await refuse(ask()), String(index)).toBe(expected);
    expect(await tus.readOffset(path)).toBe(0);
    const good = { 'upload-checksum': `sha1 ${hashBytes(part, 'sha1')}`, 'x-http-method-override': 'PATCH' };
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0', ...good };
    expect((await tus.send('POST', path, headers, part)).status).toBe(204);
    expect(await tus.readOffset(path)).toBe(PART_BYTES);
  });

  it('about what it uploads begins nothing', async () => {
    const series = await site.sql("SELECT id FROM titles WHERE kind = 'series' LIMIT 1").first<number>('id');
    const before = await count('uploads');
    for (const [expected, length, values, headers] of [
      ['400 upload_length', 0, film, {}],
      ['400 upload_length', 1, film, { 'upload-length': '-5' }],
      ['400 upload_length', 1, film, { 'upload-length': '1e9' }],
      ['413 upload_too_large', 10_000 * PART_BYTES + 1, film, {}],
      ['413 upload_too_large', 9 * 2 ** 20, { ...film, kind: 'subtitle', language: 'fa' }, {}],
      ['404 title_not_found', 5, { ...film, title: '987654' }, {}],
      ['422 upload_title', 5, { ...film, title: String(series) }, {}],
      ['400 upload_metadata', 5, { ...film, kind: 'poster' }, {}],
      ['400 upload_metadata', 5, { ...film, kind: 'subtitle' }, {}],
      ['400 upload_metadata', 5, { ...film, kind: 'subtitle', language: '../x' }, {}],
      ['400 upload_metadata', 5, { ...film, language: 'fa' }, {}],
      ['400 upload_metadata', 5, { ...film, title: '1 OR 1' }, {}],
      ['400 upload_metadata', 5, film, { 'upload-metadata': 'title !!,kind x' }],
      ['400 upload_metadata', 5, film, { 'upload-metadata': `${encodeMetadata(film)},title MTA=` }],
      ['412 upload_version', 5, film, { 'tus-resumable': '2.0.0' }],
    ] as const)
      expect(await refuse(tus.create(length, values, headers)), JSON.stringify([length, values, headers])).toBe(
        expected,
      );
    expect(await count('uploads')).toBe(before);
    expect((await tus.create(5, { ...film, kind: 'trailer', title: String(series) })).status).toBe(201);
    const options = await tus.send('OPTIONS', '/operator/uploads', { 'tus-resumable': '' });
    expect([options.status, options.headers.get('tus-extension')]).toEqual([
      204,
      'creation,termination,checksum,expiration',
    ]);
  });

  it('never to end is swept with its parts, and opens twenty at most', async () => {
    const sara = openTus(site, platform, as('sara').token);
    const paths: string[] = [];
    for (let n = 0; n < 20; n += 1) paths.push(await sara.begin(2 * PART_BYTES, film));
    const [first = ''] = paths;
    await sara.patch(first, 0, makeBytes(PART_BYTES));
    expect(await refuse(sara.create(5, film))).toBe('409 upload_many');
    expect((await sara.send('DELETE', paths[1] ?? '', {})).status).toBe(204);
    expect(await refuse(sara.patch(paths[1] ?? '', 0, 'x'))).toBe('404 upload_unknown');
    expect((await sara.create(5, film)).status).toBe(201);
    expect(await refuse(sara.create(5, film))).toBe('409 upload_many');
    // Creations whose answers were lost give way after a quarter of an hour; a file with a part stays.
    await site.tick(15 * 60);
    expect((await sara.create(5, film)).status).toBe(201);
    expect(await count("uploads WHERE operator = 'sara' AND state = 'open'")).toBe(20);
    expect(await sara.readOffset(first)).toBe(PART_BYTES);
    expect(await tus.readOffset(first)).toBe(-404);
    await site.tick(3 * 24 * 60 * 60);
    expect(await refuse(sara.patch(first, PART_BYTES, 'x'))).toBe('404 upload_unknown');
    await site.tick();
    expect(await count("uploads WHERE state <> 'whole'")).toBe(0);
    expect(await count('upload_parts WHERE upload_id = ?', getId(first))).toBe(0);
  });
});

describe('who may', () => {
  it('owner and editor upload; others begin nothing, and a role that was taken ends at the next part', async () => {
    for (const role of ['viewer', 'support', 'finance', 'moderator'] as const)
      expect(await refuse(openTus(site, platform, as(role).token).create(5, film)), role).toBe('403 operator_role');
    expect(await refuse(openTus(site, platform, 'x'.repeat(40)).create(5, film))).toBe('401 unauthenticated');
    expect((await openTus(site, platform, as('owner').token).create(5, film)).status).toBe(201);
    const path = await tus.begin(2 * PART_BYTES, film);
    const part = makeBytes(PART_BYTES);
    expect((await tus.patch(path, 0, part)).status).toBe(204);
    const token = site.env.OPERATOR_TOKEN ?? '';
    Object.assign(site.env, { OPERATOR_TOKEN: token.replace('editor/editor:', 'editor/moderator:') });
    expect(await refuse(tus.patch(path, PART_BYTES, part))).toBe('403 operator_role');
    Object.assign(site.env, { OPERATOR_TOKEN: token });
    expect(await tus.readOffset(path)).toBe(PART_BYTES);
  });

  it('takes no part from another site’s page', async () => {
    const path = await tus.begin(3, film);
    const worker = createWorker(async () => new Response(null, { status: 404 }));
    const headers = {
      authorization: `Bearer ${as('editor').token}`,
      'content-type': 'application/offset+octet-stream',
      ...{ 'tus-resumable': '1.0.0', 'upload-offset': '0', origin: 'https://evil.example' },
    };
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { body: 'abc' } : {};
      const answer = await worker(new Request(ORIGIN + path, { method, headers, ...body }), env, platform.ctx);
      expect([answer.status, (await answer.json<{ code: string }>()).code]).toEqual([403, 'forbidden_origin']);
    }
    expect(await tus.readOffset(path)).toBe(0);
  });
});

describe('the store', () => {
  /** The bucket, whose part fails as `error` says. */
  const failing = (act: 'uploadPart' | 'complete', error: Error, after = false) =>
    new Proxy(env.MEDIA, {
      get: (bucket, name) => {
        if (name !== 'resumeMultipartUpload') {
          const value: unknown = Reflect.get(bucket, name);
          return typeof value === 'function' ? (value.bind(bucket) as unknown) : value;
        }
        return (key: string, id: string) => {
          const upload = bucket.resumeMultipartUpload(key, id);
          const fail = async (...values: never[]) => {
            if (after) await (upload[act] as (...all: never[]) => Promise<unknown>)(...values);
            throw error;
          };
          return {
            uploadPart: upload.uploadPart.bind(upload),
            complete: upload.complete.bind(upload),
            abort: upload.abort.bind(upload),
            [act]: fail,
          };
        };
      },
    });
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });

  it('that is full or gone leaves the offset where it was, and the next try continues', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const bytes = makeBytes(PART_BYTES + 9, 11);
    const path = await tus.begin(bytes.byteLength, film);
    const within = (media: R2Bucket) =>
      openTus({ ...site, env: { ...env, MEDIA: media } }, platform, as('editor').token);
    const part = bytes.subarray(0, PART_BYTES);
    const rest = bytes.subarray(PART_BYTES);
    expect(await refuse(within(failing('uploadPart', full)).patch(path, 0, part))).toBe('507 upload_disk_full');
    expect(await refuse(within(failing('uploadPart', new Error('S3'))).patch(path, 0, part))).toBe(
      '503 upload_storage',
    );
    expect(await tus.readOffset(path)).toBe(0);
    expect((await tus.patch(path, 0, part)).status).toBe(204);
    const onFull = within(failing('complete', full)).patch(path, PART_BYTES, rest);
    expect(await refuse(onFull)).toBe('507 upload_disk_full');
    // Joined, and the process dies before it is written down.
    const onDeath = within(failing('complete', new Error('killed'), true)).patch(path, PART_BYTES, rest);
    expect(await refuse(onDeath)).toBe('503 upload_storage');
    expect(await tus.readOffset(path)).toBe(PART_BYTES);
    expect((await tus.patch(path, PART_BYTES, rest)).status).toBe(204);
    expect(hashBytes((await readFile(path)) ?? new Uint8Array())).toBe(hashBytes(bytes));
    expect(log).toHaveBeenCalledTimes(4);
    log.mockRestore();
  });
});

import { createHash } from 'node:crypto';
import { API_BASE } from '../../../src/platform/http/calls/api-base.ts';
import { UPLOADS_PATH } from '../../../src/features/ingest/upload-rules.ts';
import { ORIGIN, type TestApi } from './api.ts';
import type { Platform } from './platform.ts';

type Headers = Record<string, string>;

export const encodeMetadata = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`)
    .join(',');

export const hashBytes = (bytes: Uint8Array, name = 'sha256'): string =>
  createHash(name).update(bytes).digest('base64');

/** Bytes that repeat nowhere, so that a doubled or a lost part is another file. */
export function makeBytes(count: number, seed = 1): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(count / 4));
  let state = seed;
  for (let at = 0; at < words.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    words[at] = state ^ at;
  }
  return new Uint8Array(words.buffer, 0, count);
}

/** A body that ends with a broken line after `bytes`. */
export const cutBody = (bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull: (controller) => {
      if (bytes.byteLength > 0) controller.enqueue(bytes.slice());
      controller.error(new Error('the line broke'));
    },
  });

/** A body whose bytes come when a test sends them. */
export function openDrip() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (value) => {
      controller = value;
    },
  });
  return {
    body,
    send: (bytes: Uint8Array) => controller?.enqueue(bytes.slice()),
    end: () => controller?.close(),
  };
}

/** A client of tus that says whatever a test wants. */
export function openTus(site: Pick<TestApi, 'api' | 'env'>, { ctx }: Pick<Platform, 'ctx'>, token: string) {
  const send = async (method: string, path: string, headers: Headers, body?: BodyInit) =>
    site.api(
      new Request(path.startsWith('/api') ? ORIGIN + path : ORIGIN + API_BASE + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers },
        ...(body !== undefined && { body, duplex: 'half' }),
      }),
      site.env,
      ctx,
    );
  const create = (length: number, values: Record<string, string>, headers: Headers = {}) =>
    send('POST', UPLOADS_PATH, {
      'upload-length': String(length),
      'upload-metadata': encodeMetadata(values),
      ...headers,
    });
  return {
    send,
    create,
    /** The address of a new upload. */
    begin: async (length: number, values: Record<string, string>) => {
      const answer = await create(length, values);
      if (answer.status !== 201) throw new Error(`${String(answer.status)} ${await answer.text()}`);
      return answer.headers.get('location') ?? '';
    },
    patch: (path: string, offset: number, body: BodyInit, headers: Headers = {}) =>
      send(
        'PATCH',
        path,
        { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...headers },
        body,
      ),
    readOffset: async (path: string) => {
      const { status, headers } = await send('HEAD', path, {});
      return status === 200 ? Number(headers.get('upload-offset')) : -status;
    },
  };
}

import type { KeyedFile } from '@pardeh/hls/plain-playlist';
import { openFile, sealFile, type Licence } from '../licence.ts';

export class SaveRefusedError extends Error {}

export interface StoredFile {
  from: string;
  to: string;
  key?: Pick<KeyedFile, 'keyUrl' | 'iv'>;
}

export function openStoredFiles(cache: Cache, licence: Licence) {
  const keys = new Map<string, Promise<CryptoKey>>();
  const importKey = async (url: string) => {
    const bytes = await (await fetchFile(url)).arrayBuffer();
    return crypto.subtle.importKey('raw', bytes, 'AES-CBC', false, ['decrypt']);
  };
  const getKey = (url: string) => {
    const key = keys.get(url) ?? importKey(url);
    keys.set(url, key);
    return key;
  };
  const write = async (to: string, bytes: BufferSource, type: string): Promise<number> => {
    const sealed = await sealFile(licence, to, bytes);
    await cache.put(to, new Response(sealed, { headers: { 'content-type': type } }));
    return sealed.size;
  };
  return {
    write,
    async fetchInto({ from, to, key }: StoredFile): Promise<number> {
      const response = await fetchFile(from);
      const bytes = await response.arrayBuffer();
      const { keyUrl, iv } = key ?? {};
      const plain =
        keyUrl && iv ? await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, await getKey(keyUrl), bytes) : bytes;
      return write(to, plain, response.headers.get('content-type') ?? '');
    },
    async readSize(to: string): Promise<number | null> {
      const result = await cache.match(to);
      return result ? (await result.blob()).size : null;
    },
  };
}

/** The stored file as it was sent; null for none, and for one that another key has encrypted. */
export async function readStoredFile(cacheName: string, licence: Licence, path: string): Promise<Response | null> {
  const stored = await caches.match(path, { cacheName });
  if (!stored) return null;
  try {
    const { headers } = stored;
    return new Response(await openFile(licence, path, await stored.arrayBuffer()), { headers });
  } catch {
    return null;
  }
}

export async function fetchFile(address: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, init);
  if (response.status === 404) throw new SaveRefusedError(`${address} is not there`);
  if (!response.ok) throw new Error(`${address} is ${String(response.status)}`);
  return response;
}

import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync } from 'node:zlib';
import { digestHeld, getHeldBytes } from '../../../edge/held-body.ts';
import { DOOR_SECRET_HEADER } from '../../../platform/config/door.ts';
import { joinBytes } from '../../../platform/join-bytes.ts';
import { listCodings } from './codings.ts';
import { isGuestsPage } from './guests-page.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export const DICTIONARY_HEADER = 'available-dictionary';
const CODING = 'dcz';
/** RFC 9842, section 5: so an answer in `dcz` begins, and the dictionary's SHA-256 follows. */
const MAGIC = [0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0];
const OFFER = 'match="/*", match-dest=("document")';
const MAX_BYTES = 32 * 2 ** 20;
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const compress = promisify(zstdCompress);

/** Base64 (RFC 9842, 2.2). Null where the request takes no `dcz`, or uses the door, whose copy is everybody's. */
export function readDictionaryHash({ headers }: Request): string | null {
  const [, hash = null] = /^\s*:([A-Za-z0-9+/]{43}=):\s*$/.exec(headers.get(DICTIONARY_HEADER) ?? '') ?? [];
  if (headers.has(DOOR_SECRET_HEADER) || !listCodings(headers.get('accept-encoding') ?? '').includes(CODING))
    return null;
  return hash;
}

export function packWithFile(file: Bytes, dictionary: Bytes, hash: string): Bytes {
  return frame(hash, zstdCompressSync(file, { ...OPTIONS, dictionary }));
}

export function setPacked(headers: Headers, bytes: Bytes): void {
  headers.set('content-encoding', CODING);
  headers.set('content-length', String(bytes.byteLength));
}

function frame(hash: string, packed: Uint8Array): Bytes {
  return joinBytes([Uint8Array.from(MAGIC), Uint8Array.from(atob(hash), (sign) => sign.charCodeAt(0)), packed]);
}

/** Guests' pages by hash (decision 120). Never with a session: a packed length tells of the content. */
export class PageDictionaries {
  readonly #pages = new Map<string, Bytes>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  async offer(request: Request, response: Response): Promise<Response> {
    if (request.method !== 'GET' || !isGuestsPage(response) || request.headers.has(DOOR_SECRET_HEADER)) return response;
    const headers = new Headers(response.headers);
    headers.set('use-as-dictionary', OFFER);
    headers.append('vary', DICTIONARY_HEADER);
    const hash = readDictionaryHash(request);
    const dictionary = hash === null ? undefined : this.#pages.get(hash);
    const held = getHeldBytes(response);
    if (hash === null || !dictionary) {
      if (held) this.#keep(held);
      return new Response(held ? response.body : this.#keepPassing(response.body), { headers });
    }
    const page = held ?? new Uint8Array(await response.arrayBuffer());
    // Used ones stay: many guests of other pages do not push them out.
    if (this.#pages.delete(hash)) this.#pages.set(hash, dictionary);
    this.#keep(page);
    const packed = frame(hash, await compress(page, { ...OPTIONS, dictionary }));
    setPacked(headers, packed);
    return new Response(packed, { headers });
  }

  #keepPassing(body: ReadableStream<Uint8Array> | null): ReadableStream<Uint8Array> | null {
    const chunks: Uint8Array[] = [];
    const keepAll = () => this.#keep(joinBytes(chunks));
    const keeper = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, out) => {
        chunks.push(chunk);
        out.enqueue(chunk);
      },
      flush: keepAll,
    });
    return body?.pipeThrough(keeper) ?? null;
  }

  /** The newest last; the oldest leave first. */
  #keep(page: Bytes): void {
    const hash = digestHeld(page).toString('base64');
    if (!this.#pages.delete(hash)) this.#bytes += page.byteLength;
    this.#pages.set(hash, page);
    for (const [oldest, { byteLength }] of this.#pages) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#pages.delete(oldest);
      this.#bytes -= byteLength;
    }
  }
}

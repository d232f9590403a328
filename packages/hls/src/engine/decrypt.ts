import { getAttribute } from '../playlist/lines.ts';
import { MediaFailure } from './failure.ts';
import { requestFile, type RequestOptions } from './request.ts';

const KEY_BYTES = 16;

interface EncryptedPart {
  /** EXT-X-KEY lines with absolute URIs; empty for plain media. */
  keys: readonly string[];
  sequence: number;
}
type Decrypt = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;

export function isProtected([line]: readonly string[]): boolean {
  return line !== undefined && getAttribute(line, 'EXT-X-KEY', 'METHOD') === 'SAMPLE-AES';
}

export async function importKey(bytes: BufferSource): Promise<CryptoKey> {
  if (bytes.byteLength !== KEY_BYTES) throw new MediaFailure('key', 'length');
  return crypto.subtle.importKey('raw', bytes, 'AES-CBC', false, ['decrypt']);
}

/** Null for a key that was not loaded ahead. */
export type FindKey = (url: string) => Promise<CryptoKey | null> | null;

/** RFC 8216, 4.3.2.4: whole segments in AES-128-CBC. Keeps keys. Throws `MediaFailure` for other methods. */
export function createKeyRing(getOptions: () => RequestOptions, findKey?: FindKey): (part: EncryptedPart) => Decrypt {
  const keys = new Map<string, Promise<CryptoKey>>();
  const loadKey = async (url: string) => {
    const loaded = await findKey?.(url);
    if (loaded) return loaded;
    const { bytes } = await requestFile(url, getOptions()).catch((error: unknown) => {
      const isRefused = error instanceof MediaFailure && (error.reason === 'expired' || error.reason === 'missing');
      throw isRefused ? new MediaFailure('key', error.message) : error;
    });
    return importKey(bytes);
  };
  return ({ keys: lines, sequence }) => {
    const [line] = lines;
    if (line === undefined || getAttribute(line, 'EXT-X-KEY', 'METHOD') === 'NONE' || isProtected(lines))
      return (bytes) => Promise.resolve(bytes);
    const uri = getAttribute(line, 'EXT-X-KEY', 'URI');
    if (getAttribute(line, 'EXT-X-KEY', 'METHOD') !== 'AES-128' || uri === undefined)
      throw new MediaFailure('key', 'method');
    const key = keys.get(uri) ?? loadKey(uri);
    keys.set(uri, key);
    key.catch(() => keys.delete(uri));
    const iv = readVector(getAttribute(line, 'EXT-X-KEY', 'IV'), sequence);
    return async (bytes) => {
      try {
        return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, await key, bytes));
      } catch (error) {
        throw error instanceof DOMException && error.name === 'OperationError'
          ? new MediaFailure('key', 'data')
          : error;
      }
    };
  };
}

/** Without an attribute, the sequence number as a big-endian integer. */
export function readVector(text: string | undefined, sequence: number): Uint8Array<ArrayBuffer> {
  const digits = (text?.replace(/^0x/i, '') ?? sequence.toString(16)).padStart(2 * KEY_BYTES, '0');
  return Uint8Array.from({ length: KEY_BYTES }, (_, at) => parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

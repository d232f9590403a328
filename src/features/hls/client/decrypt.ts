import { getAttribute } from '../lines.ts';
import { MediaFailure } from './failure.ts';
import { requestFile, type RequestOptions } from './request.ts';
import type { TimedSegment } from './timeline.ts';

const KEY_BYTES = 16;

/** RFC 8216, 4.3.2.4: whole segments in AES-128-CBC. Throws `MediaFailure` for keys of other methods. */
export function createDecrypter(options: RequestOptions) {
  const keys = new Map<string, Promise<CryptoKey>>();
  const loadKey = async (url: string) => {
    const { bytes } = await requestFile(url, options).catch((error: unknown) => {
      throw error instanceof MediaFailure ? new MediaFailure('key', error.message) : error;
    });
    if (bytes.byteLength !== KEY_BYTES) throw new MediaFailure('key', 'length');
    return crypto.subtle.importKey('raw', bytes, 'AES-CBC', false, ['decrypt']);
  };
  return async (
    { keys: lines, sequence, url }: Pick<TimedSegment, 'keys' | 'sequence' | 'url'>,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>> => {
    const [line] = lines;
    if (line === undefined || getAttribute(line, 'EXT-X-KEY', 'METHOD') === 'NONE') return bytes;
    const uri = getAttribute(line, 'EXT-X-KEY', 'URI');
    if (getAttribute(line, 'EXT-X-KEY', 'METHOD') !== 'AES-128' || uri === undefined)
      throw new MediaFailure('key', 'method');
    const address = new URL(uri, url).href;
    const key = keys.get(address) ?? loadKey(address);
    keys.set(address, key);
    key.catch(() => keys.delete(address));
    const iv = readVector(getAttribute(line, 'EXT-X-KEY', 'IV'), sequence);
    try {
      return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, await key, bytes));
    } catch (error) {
      throw error instanceof DOMException && error.name === 'OperationError' ? new MediaFailure('key', 'data') : error;
    }
  };
}

/** Without an attribute, the sequence number as a big-endian integer. */
export function readVector(text: string | undefined, sequence: number): Uint8Array<ArrayBuffer> {
  const digits = (text?.replace(/^0x/i, '') ?? sequence.toString(16)).padStart(2 * KEY_BYTES, '0');
  return Uint8Array.from({ length: KEY_BYTES }, (_, at) => parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

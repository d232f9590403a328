import { getAttribute } from '../playlist/lines.ts';
import { isIFrameStream, parseMasterPlaylist, parseMediaPlaylist } from '../playlist/playlist.ts';
import { readDecoderRecord, readFirstPicture } from './coded-picture.ts';
import { decodePicture } from './decode-picture.ts';
import { createKeyRing } from './decrypt.ts';
import { placePlaylist, type TimedSegment } from './timeline.ts';

export interface KeyFrame {
  /** Seconds until the next key frame. */
  start: number;
  end: number;
  image: ImageBitmap;
}

interface Options {
  manifest: string;
  toFresh: (url: string) => string;
  onFrame: (frame: KeyFrame) => void;
}

interface KeyFrameList {
  segments: readonly TimedSegment[];
  config: VideoDecoderConfig;
}

/** Milliseconds for one picture; failures in a row after which there are no more. */
const PICTURE_TIMEOUT_MS = 4000;
const MAX_FAILURES = 2;
const MAX_PICTURES = 16;
const MAX_BYTES = 2_000_000;
const TAG = 'EXT-X-I-FRAME-STREAM-INF';

/** The key frames of a film's smallest picture (RFC 8216, 4.3.4.3): one request at a time, and the last wish wins. */
export class KeyFrameReader {
  readonly #options: Options;
  readonly #closing = new AbortController();
  readonly #kept = new Map<number, KeyFrame>();
  readonly #keyRing;
  #list: Promise<KeyFrameList> | null = null;
  #wanted: number | null = null;
  #isRunning = false;
  #failures = 0;

  constructor(options: Options) {
    this.#options = options;
    const { toFresh } = options;
    this.#keyRing = createKeyRing(() => ({ signal: this.#closing.signal, toFresh, onTrouble: () => undefined }));
  }

  want(at: number | null): void {
    this.#wanted = at;
    if (!this.#isRunning) void this.#run();
  }

  close(): void {
    this.#wanted = null;
    this.#closing.abort();
    this.#kept.clear();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#wanted !== null && this.#failures < MAX_FAILURES) {
      const at = this.#wanted;
      try {
        const frame = await this.#loadInTime(at);
        this.#failures = 0;
        if (!this.#closing.signal.aborted) this.#options.onFrame(frame);
      } catch {
        this.#failures += 1;
      }
      if (this.#wanted === at) this.#wanted = null;
    }
    this.#isRunning = false;
  }

  async #loadInTime(at: number): Promise<KeyFrame> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(PICTURE_TIMEOUT_MS)]);
    const { promise: ending, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    return Promise.race([this.#load(at, signal), ending]);
  }

  async #load(at: number, signal: AbortSignal): Promise<KeyFrame> {
    this.#list ??= this.#readList(signal);
    this.#list.catch(() => (this.#list = null));
    const { segments, config } = await this.#list;
    const segment = segments.findLast(({ start }) => start <= at) ?? segments[0];
    if (!segment) throw new Error('no key frames');
    const { start, end, url, range, keys, sequence } = segment;
    const cachedFrame = this.#kept.get(start);
    if (cachedFrame) return cachedFrame;
    const decrypt = this.#keyRing({ keys, sequence });
    const picture = readFirstPicture(await decrypt(await this.#request(url, range, signal)));
    if (!picture) throw new Error('no picture');
    const frame = { start, end, image: await decodePicture(config, picture, signal) };
    this.#kept.set(start, frame);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_PICTURES && oldest !== undefined) this.#kept.delete(oldest);
    return frame;
  }

  async #readList(signal: AbortSignal): Promise<KeyFrameList> {
    const manifest = new URL(this.#options.manifest, location.href).href;
    const readText = async (url: string) => new TextDecoder().decode(await this.#request(url, null, signal));
    const [line = ''] = (parseMasterPlaylist(await readText(manifest))?.items ?? [])
      .flatMap((item) => (isIFrameStream(item) ? [item.lines[0]] : []))
      .filter((tag) => getAttribute(tag, TAG, 'CODECS')?.startsWith('avc1.'))
      .sort((a, b) => Number(getAttribute(a, TAG, 'BANDWIDTH')) - Number(getAttribute(b, TAG, 'BANDWIDTH')));
    const url = new URL(getAttribute(line, TAG, 'URI') ?? '', manifest).href;
    const playlist = line === '' ? null : parseMediaPlaylist(await readText(url));
    const segments = playlist ? placePlaylist(playlist, url, null, null).segments : [];
    const map = segments[0]?.map;
    if (!map) {
      this.#failures = MAX_FAILURES;
      throw new Error('no key frames');
    }
    const decrypt = this.#keyRing({ ...map, sequence: 0 });
    const description = readDecoderRecord(await decrypt(await this.#request(map.url, map.range, signal)));
    if (!description) throw new Error('no decoder record');
    const config = { codec: getAttribute(line, TAG, 'CODECS') ?? '', description, optimizeForLatency: true };
    return { segments, config };
  }

  async #request(url: string, range: string | null, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const headers = range === null ? undefined : { range };
    const answer = await fetch(this.#options.toFresh(url), { priority: 'low', signal, ...(headers && { headers }) });
    const isWanted = range === null ? answer.ok : answer.status === 206;
    if (!isWanted || Number(answer.headers.get('content-length')) > MAX_BYTES) {
      await answer.body?.cancel();
      throw new Error(String(answer.status));
    }
    return new Uint8Array(await answer.arrayBuffer());
  }
}

import { FAIRPLAY_URI, KEY_FORMATS, KEY_SYSTEMS, type KeySystem } from '../playlist/key-systems.ts';
import { getAttribute } from '../playlist/lines.ts';
import { MediaFailure, type FailureCause } from './failure.ts';
import { findBox } from './mp4.ts';
import { retryRequest } from './request.ts';

interface LicenceRequest {
  system: KeySystem;
  keyId: string;
  challenge: string;
}

interface LicenceServer {
  requestLicence: (request: LicenceRequest) => Promise<string>;
  requestCertificate: () => Promise<string>;
}

export interface KeySessionsHost {
  video: HTMLVideoElement;
  mime: string;
  audioMime: string | null;
  signal: AbortSignal;
  onTrouble: (cause: FailureCause | null) => void;
  onFail: (failure: MediaFailure) => void;
}

interface Offer {
  system: KeySystem;
  keyId: string;
  box: Uint8Array<ArrayBuffer> | null; // Null where the key system reads the initialisation
}

/** `robustness`: what every Widevine has; without it Chromium warns. */
const CLIENTS: Readonly<Record<KeySystem, { name: string; robustness: string; dataType: string }>> = {
  clearkey: { name: 'org.w3.clearkey', robustness: '', dataType: 'cenc' },
  widevine: { name: 'com.widevine.alpha', robustness: 'SW_SECURE_CRYPTO', dataType: 'cenc' },
  fairplay: { name: 'com.apple.fps', robustness: '', dataType: 'sinf' },
};
const STATUS_CAUSES: Partial<Record<MediaKeyStatus, FailureCause>> = {
  expired: 'licence_ended',
  'output-restricted': 'key_system',
  'internal-error': 'key_session',
};

interface OpenSystem {
  system: KeySystem;
  keys: MediaKeys;
}
/** A video keeps its keys when another source is loaded: they cannot be replaced while it plays. */
const systems = new WeakMap<HTMLVideoElement, OpenSystem>();

export class KeySessions {
  readonly #host: KeySessionsHost;
  readonly #server: LicenceServer;
  readonly #sessions = new Map<string, Promise<null>>();
  #system: Promise<OpenSystem> | null = null;

  constructor(host: KeySessionsHost, server: LicenceServer) {
    this.#host = host;
    this.#server = server;
  }

  async open(lines: readonly string[], getInit: () => Promise<Uint8Array>): Promise<void> {
    const offers = lines.flatMap((line) => readOffer(line) ?? []);
    const { system, keys } = await (this.#system ??= this.#openSystem(offers));
    const offer = offers.find((other) => other.system === system);
    if (!offer) throw new MediaFailure('key_system', system);
    const data = offer.box ?? buildSinfData(await getInit());
    const session = this.#sessions.get(offer.keyId) ?? this.#openSession(keys, offer, data);
    this.#sessions.set(offer.keyId, session);
    await session;
  }

  async #openSystem(offers: readonly Offer[]): Promise<OpenSystem> {
    const { video } = this.#host;
    const before = systems.get(video);
    if (before && offers.some(({ system }) => system === before.system)) return before;
    for (const { system } of offers) {
      const access = await this.#requestAccess(system);
      if (!access) continue;
      const certificate =
        system === 'fairplay' && (await retryRequest(this.#host, () => this.#server.requestCertificate()));
      try {
        const keys = await access.createMediaKeys();
        if (certificate) await keys.setServerCertificate(fromBase64(certificate));
        await video.setMediaKeys(keys);
        systems.set(video, { system, keys });
        return { system, keys };
      } catch (error) {
        throw new MediaFailure('key_system', String(error));
      }
    }
    throw new MediaFailure('key_system', offers.map(({ system }) => system).join());
  }

  /** Null where the browser, or a page without TLS, has no such system. */
  async #requestAccess(system: KeySystem): Promise<MediaKeySystemAccess | null> {
    const { mime, audioMime } = this.#host;
    const { name, robustness, dataType } = CLIENTS[system];
    const describe = (contentType: string) => [{ contentType, encryptionScheme: 'cbcs', robustness }];
    const configuration = {
      initDataTypes: [dataType],
      ...(mime.startsWith('video/') && { videoCapabilities: describe(mime) }),
      ...(audioMime !== null && { audioCapabilities: describe(audioMime) }),
      ...(mime.startsWith('audio/') && { audioCapabilities: describe(mime) }),
    };
    try {
      return await navigator.requestMediaKeySystemAccess(name, [configuration]);
    } catch {
      return null;
    }
  }

  #openSession(keys: MediaKeys, { system, keyId }: Offer, data: Uint8Array<ArrayBuffer>): Promise<null> {
    const { signal, onFail } = this.#host;
    const session = keys.createSession();
    const { promise, resolve, reject } = Promise.withResolvers<null>();
    let isOpen = false;
    const fail = (failure: unknown) => {
      if (signal.aborted) return;
      if (!isOpen) reject(failure instanceof Error ? failure : new MediaFailure('key', String(failure)));
      else onFail(failure instanceof MediaFailure ? failure : new MediaFailure('key', String(failure)));
    };
    const answer = async (challenge: ArrayBuffer) => {
      const request = { system, keyId, challenge: toBase64(new Uint8Array(challenge)) };
      const licence = await retryRequest(this.#host, () => this.#server.requestLicence(request));
      await session.update(fromBase64(licence)).catch((error: unknown) => {
        throw new MediaFailure('key', String(error));
      });
      isOpen = true;
      resolve(null);
    };
    session.addEventListener('message', ({ message }) => void answer(message).catch(fail));
    session.addEventListener('keystatuseschange', () =>
      session.keyStatuses.forEach((status) => {
        const cause = STATUS_CAUSES[status];
        if (cause) fail(new MediaFailure(cause, status));
      }),
    );
    void session.closed.then(() => fail(new MediaFailure('key_session', 'closed')));
    const close = () => {
      reject(new DOMException('aborted', 'AbortError'));
      session.close().catch(() => null);
    };
    signal.addEventListener('abort', close);
    session
      .generateRequest(CLIENTS[system].dataType, data)
      .catch((error: unknown) => fail(new MediaFailure('key_system', String(error))));
    return promise;
  }
}

function readOffer(line: string): Offer | null {
  const format = getAttribute(line, 'EXT-X-KEY', 'KEYFORMAT');
  const system = KEY_SYSTEMS.find((name) => KEY_FORMATS[name] === format);
  const uri = getAttribute(line, 'EXT-X-KEY', 'URI') ?? '';
  const isFairPlay = system === 'fairplay';
  const [, data] = /^data:text\/plain;base64,([A-Za-z0-9+/=]+)$/.exec(uri) ?? [];
  const name = isFairPlay
    ? uri.replace(FAIRPLAY_URI, '')
    : getAttribute(line, 'EXT-X-KEY', 'KEYID')?.replace(/^0x/i, '');
  if (!system || name === undefined || !/^[0-9a-f]{32}$/i.test(name)) return null;
  if (data === undefined && !isFairPlay) return null;
  return { system, keyId: name.toLowerCase(), box: data === undefined ? null : fromBase64(data) };
}

/** The form of Safari's `encrypted` event (WebKit, CDMFairPlayStreaming.cpp): the boxes inside `sinf`, without its head. */
function buildSinfData(init: Uint8Array): Uint8Array<ArrayBuffer> {
  const sinf = findBox(init, 'sinf');
  if (!sinf) throw new MediaFailure('key', 'sinf');
  const boxes = toBase64(new Uint8Array(sinf.buffer, sinf.byteOffset, sinf.byteLength));
  return new TextEncoder().encode(JSON.stringify({ sinf: [boxes] }));
}

/** Without spread arguments, so that any length is fine. */
function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

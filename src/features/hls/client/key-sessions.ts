import { toBase64 } from '../../../platform/media/bytes-as-text.ts';
import { KEY_FORMATS, KEY_SYSTEMS, type KeySystem } from '../../../platform/media/key-systems.ts';
import { getAttribute } from '../lines.ts';
import { MediaFailure, type FailureCause } from './failure.ts';
import { retryRequest } from './request.ts';

export interface LicenceRequest {
  system: KeySystem;
  keyId: string;
  challenge: string;
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
  box: Uint8Array<ArrayBuffer>;
}

/** `robustness`: what every Widevine has; without it Chromium warns. */
const CLIENTS: Readonly<Record<KeySystem, { name: string; robustness: string }>> = {
  clearkey: { name: 'org.w3.clearkey', robustness: '' },
  widevine: { name: 'com.widevine.alpha', robustness: 'SW_SECURE_CRYPTO' },
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
  readonly #requestLicence: (request: LicenceRequest) => Promise<string>;
  readonly #sessions = new Map<string, Promise<null>>();
  #system: Promise<OpenSystem> | null = null;

  constructor(host: KeySessionsHost, requestLicence: (request: LicenceRequest) => Promise<string>) {
    this.#host = host;
    this.#requestLicence = requestLicence;
  }

  async open(lines: readonly string[]): Promise<void> {
    const offers = lines.flatMap((line) => readOffer(line) ?? []);
    const { system, keys } = await (this.#system ??= this.#openSystem(offers));
    const offer = offers.find((other) => other.system === system);
    if (!offer) throw new MediaFailure('key_system', system);
    const session = this.#sessions.get(offer.keyId) ?? this.#openSession(keys, offer);
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
      try {
        const keys = await access.createMediaKeys();
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
    const { name, robustness } = CLIENTS[system];
    const describe = (contentType: string) => [{ contentType, encryptionScheme: 'cbcs', robustness }];
    const configuration = {
      initDataTypes: ['cenc'],
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

  #openSession(keys: MediaKeys, { system, keyId, box }: Offer): Promise<null> {
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
      const licence = await retryRequest(this.#host, () => this.#requestLicence(request));
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
    session.generateRequest('cenc', box).catch((error: unknown) => fail(new MediaFailure('key_system', String(error))));
    return promise;
  }
}

function readOffer(line: string): Offer | null {
  const format = getAttribute(line, 'EXT-X-KEY', 'KEYFORMAT');
  const system = KEY_SYSTEMS.find((name) => KEY_FORMATS[name] === format);
  const [, data] =
    /^data:text\/plain;base64,([A-Za-z0-9+/=]+)$/.exec(getAttribute(line, 'EXT-X-KEY', 'URI') ?? '') ?? [];
  const [, keyId] = /^0x([0-9a-f]{32})$/i.exec(getAttribute(line, 'EXT-X-KEY', 'KEYID') ?? '') ?? [];
  if (!system || data === undefined || keyId === undefined) return null;
  return { system, keyId: keyId.toLowerCase(), box: fromBase64(data) };
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

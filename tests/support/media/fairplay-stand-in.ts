import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Page } from '@playwright/test';

/**
 * A stand-in for FairPlay, written from W3C's Encrypted Media Extensions and from the form of initialisation data that
 * WebKit reads. It imports nothing of ours. Requests (SPC) and licences (CKC) have forms of their own: Apple's are secret.
 * SPC: "SPC1", a nonce, the key's identifier, the SHA-256 of the certificate. CKC: "CKC1", the identifier, the key XOR nonce.
 */
const SPC_BYTES = 4 + 16 + 16 + 32;

interface LicenceRequest {
  challenge: string;
  key_id: string;
  key: string;
  iv: string;
  ends_at: number;
}
type Behaviour = 'good' | 'refuse' | 'broken' | 'down';

export interface LicenceServer {
  port: number;
  behaviour: Behaviour;
  /** Paths of the requests, and what was wrong with one. */
  requests: string[];
  stop: () => Promise<void>;
}

/** The operator's licence server, which gives a licence for the certificate's own requests only. */
export async function serveLicences(certificate: Uint8Array): Promise<LicenceServer> {
  const requests: string[] = [];
  const state: LicenceServer = { port: 0, behaviour: 'good', requests, stop: () => Promise.resolve() };
  const server = createServer((incoming, outgoing) => {
    void json(incoming).then((body) => {
      requests.push(incoming.url ?? '');
      const licence = buildLicence(body as LicenceRequest, certificate);
      if (typeof licence === 'string') requests.push(licence);
      if (state.behaviour === 'down') outgoing.writeHead(500).end();
      else if (state.behaviour === 'refuse' || typeof licence === 'string') outgoing.writeHead(403).end();
      else outgoing.writeHead(200).end(state.behaviour === 'broken' ? 'no licence' : licence);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  state.port = (server.address() as AddressInfo).port;
  state.stop = () => new Promise((done) => server.close(() => done()));
  return state;
}

/** A text for a request that is wrong. Bytes are texts of one letter each. */
function buildLicence(request: LicenceRequest, certificate: Uint8Array): Uint8Array | string {
  const spc = atob(request.challenge);
  const [id, key, vector] = [request.key_id, request.key, request.iv].map((digits) =>
    digits.replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16))),
  );
  if (spc.length !== SPC_BYTES || !spc.startsWith('SPC1')) return 'wrong: form';
  if (key?.length !== 16 || vector?.length !== 16) return 'wrong: key';
  if (spc.slice(20, 36) !== id) return 'wrong: identifier';
  if (spc.slice(36) !== createHash('sha256').update(certificate).digest('binary')) return 'wrong: certificate';
  if (request.ends_at * 1000 < Date.now()) return 'wrong: end';
  const hidden = Array.from(key, (letter, at) => letter.charCodeAt(0) ^ spc.charCodeAt(4 + at));
  return Uint8Array.from([...Array.from(`CKC1${id}`, (letter) => letter.charCodeAt(0)), ...hidden]);
}

/** From the next page on, Chromium has `com.apple.fps`, which decrypts by its ClearKey. */
export async function installFairPlay(page: Page, certificate: Uint8Array): Promise<void> {
  await page.addInitScript(patchKeySystems, [...certificate]);
}

function patchKeySystems(certificate: number[]): void {
  const proto = Navigator.prototype;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its navigator
  const request = proto.requestMediaKeySystemAccess;
  const toText = (bytes: Uint8Array) => String.fromCharCode(...bytes);
  const toUrlBase64 = (bytes: Uint8Array) =>
    btoa(toText(bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const toBytes = (data: BufferSource) =>
    new Uint8Array(
      ArrayBuffer.isView(data) ? data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) : data,
    );
  const refuse = (name: string, message: string) => Promise.reject(new DOMException(message, name));

  /** ISO/IEC 14496-12: the body of a box among others. */
  const getBody = (boxes: Uint8Array, name: string): Uint8Array => {
    const view = new DataView(boxes.buffer, boxes.byteOffset, boxes.byteLength);
    for (let at = 0; at + 8 <= boxes.length; at += view.getUint32(at)) {
      if (view.getUint32(at) < 8) break;
      if (toText(boxes.subarray(at + 4, at + 8)) === name) return boxes.subarray(at + 8, at + view.getUint32(at));
    }
    throw new TypeError(`no ${name}`);
  };
  /** The key's identifier of `{"sinf":["…"]}`, whose base64 has the boxes inside a `sinf`: frma, schm, schi. */
  const readKeyId = (data: BufferSource): Uint8Array => {
    const { sinf } = JSON.parse(toText(toBytes(data))) as { sinf: string[] };
    const boxes = Uint8Array.from(atob(sinf[0] ?? ''), (letter) => letter.charCodeAt(0));
    if (toText(getBody(boxes, 'schm').subarray(4, 8)) !== 'cbcs') throw new TypeError('not cbcs');
    const defaults = getBody(getBody(boxes, 'schi'), 'tenc');
    if (defaults[6] !== 1 || defaults[7] !== 0 || defaults[24] !== 16) throw new TypeError('no constant vector');
    return defaults.slice(8, 24);
  };

  const wrapSession = (session: MediaKeySession, getCertificate: () => Uint8Array | null): MediaKeySession => {
    const generate = session.generateRequest.bind(session);
    const update = session.update.bind(session);
    const listen = session.addEventListener.bind(session);
    const nonce = crypto.getRandomValues(new Uint8Array(16));
    let keyId = new Uint8Array(0);
    let spc = new Uint8Array(0);
    const generateRequest = async (type: string, data: BufferSource): Promise<void> => {
      const set = getCertificate();
      if (!set) return refuse('InvalidStateError', 'no certificate');
      if (type !== 'sinf') return refuse('NotSupportedError', type);
      keyId = Uint8Array.from(readKeyId(data));
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(set)));
      spc = Uint8Array.from([...new TextEncoder().encode('SPC1'), ...nonce, ...keyId, ...hash]);
      await generate('keyids', new TextEncoder().encode(JSON.stringify({ kids: [toUrlBase64(keyId)] })));
    };
    const updateWith = async (licence: BufferSource): Promise<void> => {
      const ckc = toBytes(licence);
      const isOurs = ckc.length === 36 && toText(ckc.subarray(0, 20)) === `CKC1${toText(keyId)}`;
      if (!isOurs) return refuse('TypeError', 'no CKC of this session');
      const key = ckc.slice(20).map((byte, at) => byte ^ (nonce[at] ?? 0));
      const keys = [{ kty: 'oct', kid: toUrlBase64(keyId), k: toUrlBase64(key) }];
      await update(new TextEncoder().encode(JSON.stringify({ keys, type: 'temporary' })));
    };
    const addEventListener = (type: string, listener: (event: Event) => void): void => {
      if (type !== 'message') listen(type, listener);
      else
        listen(type, () =>
          listener(new MediaKeyMessageEvent('message', { messageType: 'license-request', message: spc.buffer })),
        );
    };
    return Object.assign(session, { generateRequest, update: updateWith, addEventListener });
  };

  const wrapKeys = (keys: MediaKeys): MediaKeys => {
    const create = keys.createSession.bind(keys);
    let set: Uint8Array | null = null;
    const setServerCertificate = (data: BufferSource): Promise<boolean> => {
      const bytes = toBytes(data);
      if (bytes.join() !== certificate.join())
        return refuse('InvalidAccessError', 'not the certificate of the operator');
      set = bytes;
      return Promise.resolve(true);
    };
    return Object.assign(keys, { setServerCertificate, createSession: () => wrapSession(create(), () => set) });
  };

  proto.requestMediaKeySystemAccess = async function (this: Navigator, name, configurations) {
    if (name !== 'com.apple.fps') return request.call(this, name, configurations);
    const supported = [...configurations].filter(({ initDataTypes }) => initDataTypes?.includes('sinf'));
    const inner = supported.map((configuration) => ({ ...configuration, initDataTypes: ['keyids'] }));
    if (inner.length === 0) return refuse('NotSupportedError', 'no initialisation data of FairPlay');
    const access = await request.call(this, 'org.w3.clearkey', inner);
    return {
      keySystem: name,
      getConfiguration: () => ({ ...access.getConfiguration(), initDataTypes: ['sinf'] }),
      createMediaKeys: async () => wrapKeys(await access.createMediaKeys()),
    };
  };
}

import { createHash } from 'node:crypto';
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Target } from './s3-target.ts';

/** Its text names no address and no credential. */
export class S3Error extends Error {
  readonly isMomentary: boolean;
  constructor(message: string, isMomentary = false) {
    super(`S3: ${message}`);
    this.name = 'S3Error';
    this.isMomentary = isMomentary;
  }
}

/** In milliseconds. `idle` is a pause within a body, or before it is read. `rate`: a body's fewest bytes a second. */
export interface S3Limits {
  connect: number;
  answer: number;
  idle: number;
  retry: number;
  rate: number;
}

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** In milliseconds, for work that takes the server longer. */
  answerWithin?: number;
}

const ATTEMPTS = 3;
const MOMENTARY = new Set([429, 500, 502, 503, 504]);
const MAX_SOCKETS = 256;
const ERROR_BYTES = 8192;

export type S3Sender = (request: S3Request, expected?: readonly number[]) => Promise<IncomingMessage>;

/** Repeats what is momentary. Answers with 2xx or a status of `expected`; throws an `S3Error` otherwise. */
export function createS3Sender(target: S3Target, limits: S3Limits): S3Sender {
  const isSecure = target.endpoint.protocol === 'https:';
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const cache = new Map<string, ArrayBuffer>();
  const agent = isSecure ? new HttpsAgent(options) : new HttpAgent(options);
  const send = async (request: S3Request): Promise<IncomingMessage> => {
    const url = buildUrl(target, request);
    const headers = await sign(target, url, request, cache);
    const start = isSecure ? requestHttps : requestHttp;
    const outgoing = start(url, { method: request.method, headers, agent });
    return exchange(outgoing, request.body, { ...limits, answer: request.answerWithin ?? limits.answer });
  };
  return async (request, expected = []) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await send(request);
        const status = answer.statusCode ?? 0;
        if ((status >= 200 && status < 300) || expected.includes(status)) return answer;
        throw await readError(answer, status, limits);
      } catch (error) {
        if (attempt === ATTEMPTS || !(error instanceof S3Error) || !error.isMomentary) throw error;
      }
      await wait(limits.retry * attempt * (1 + Math.random()));
    }
  };
}

function buildUrl({ endpoint, bucket }: S3Target, { path, query = {} }: S3Request): URL {
  const search = Object.entries(query).map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`);
  return new URL(`${endpoint.origin}/${bucket}${path}${search.length > 0 ? `?${search.join('&')}` : ''}`);
}

export function encodeStrictly(text: string): string {
  const encode = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, encode);
}

async function sign(
  { keyId, secret, region }: S3Target,
  url: URL,
  { method, headers, body }: S3Request,
  cache: Map<string, ArrayBuffer>,
) {
  const hash = createHash('sha256').update(body ?? '');
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': hash.digest('hex') },
    accessKeyId: keyId,
    secretAccessKey: secret,
    region,
    service: 's3',
    allHeaders: true,
    cache,
  });
  const signed = Object.fromEntries((await signer.sign()).headers);
  return body ? { ...signed, 'content-length': String(body.byteLength) } : signed;
}

function exchange(
  outgoing: ReturnType<typeof requestHttp>,
  body: Uint8Array | undefined,
  limits: S3Limits,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const stop = (reason: string) => outgoing.destroy(new S3Error(reason));
    let timer = setTimeout(stop, limits.connect, 'no connection within the limit');
    const connected = () => {
      clearTimeout(timer);
      const sending = ((body?.byteLength ?? 0) / limits.rate) * 1000;
      if (body) outgoing.setTimeout(limits.answer, () => stop('no answer within the limit'));
      timer = setTimeout(stop, limits.answer + sending, 'no answer within the limit');
    };
    outgoing.once('socket', (socket) => {
      if (socket.connecting) socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connected);
      else connected();
    });
    outgoing.on('error', (cause: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(cause instanceof S3Error ? cause : new S3Error(`no connection (${cause.code ?? 'broken'})`, true));
    });
    outgoing.once('response', (answer) => {
      clearTimeout(timer);
      outgoing.setTimeout(0);
      // Else a break before the body is read would end the process.
      answer.on('error', () => undefined);
      resolve(answer);
    });
    outgoing.end(body);
  });
}

async function readError(answer: IncomingMessage, status: number, limits: S3Limits): Promise<S3Error> {
  const text = await readText(answer, ERROR_BYTES, limits.idle).catch(() => '');
  const code = /<Code>([A-Za-z\d]{1,64})<\/Code>/.exec(text)?.[1] ?? '';
  return new S3Error(`${String(status)} ${code}`.trim(), MOMENTARY.has(status));
}

export async function readText(answer: IncomingMessage, max: number, limit: number): Promise<string> {
  const timer = setTimeout(() => answer.destroy(new S3Error('no end of an answer within the limit')), limit);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for await (const part of answer as AsyncIterable<Uint8Array<ArrayBuffer>>) {
      size += part.byteLength;
      if (size > max) throw new S3Error('an answer that is too long');
      parts.push(part);
    }
  } finally {
    clearTimeout(timer);
  }
  return new Blob(parts).text();
}

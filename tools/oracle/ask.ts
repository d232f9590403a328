import { request as send } from 'node:http';
import { arrayBuffer } from 'node:stream/consumers';
import { HOST } from './hosts.ts';

/** A request as both hosts get it. The path and the headers go out as they are written. */
export interface Question {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Asks first without a condition, then with the tag or the time that the same host has given. */
  revalidates?: 'if-none-match' | 'if-modified-since' | 'if-range' | 'if-match';
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Uint8Array<ArrayBuffer>;
}

const WITHIN_MS = 30_000;

/** `world` is the moment (epoch milliseconds) and the seed. */
function ask(port: number, question: Question, world: string): Promise<Answer> {
  const { method, body: text } = question;
  const length = text === undefined ? {} : { 'content-length': String(new TextEncoder().encode(text).byteLength) };
  // Without the header miniflare invents one.
  const headers = { host: HOST, 'x-oracle': world, 'accept-encoding': 'identity', ...length, ...question.headers };
  // As every client does: Node's parser refuses bytes above 7F, and Cloudflare's edge does, too.
  const path = question.path.replace(/[^!-\x7e]/gu, (sign) => encodeURIComponent(sign));
  return new Promise((resolve, reject) => {
    // A connection for each question: workerd ends one whose body it has not read, without saying so.
    const request = send({ agent: false, host: '127.0.0.1', port, path, method, headers }, (response) => {
      const headers = { ...response.headers } as Answer['headers'];
      arrayBuffer(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: headers, body: new Uint8Array(body) }),
        reject,
      );
    });
    request.setTimeout(WITHIN_MS, () => request.destroy(new Error(`no answer within ${String(WITHIN_MS)} ms`)));
    request.on('error', reject);
    request.end(text);
  });
}

/** The same host's answer to its own validator. Without one, the plain answer. */
export async function askTwice(port: number, question: Question, world: string): Promise<Answer> {
  const first = await ask(port, question, world);
  const header = question.revalidates;
  if (header === undefined) return first;
  const validator = first.headers[header === 'if-modified-since' ? 'last-modified' : 'etag'];
  if (typeof validator !== 'string') return first;
  return ask(port, { ...question, headers: { ...question.headers, [header]: validator } }, world);
}

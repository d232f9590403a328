import { createHash, createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

/** The outside world of the product, as one history has it. */
export interface Outside {
  /** Milliseconds since 1970. */
  now: () => number;
  fillRandom: (bytes: Uint8Array) => void;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  wait: (ms: number) => Promise<void>;
  log: (line: string) => void;
}

/** The process's own timer, from before it is taken away. */
const { setTimeout: later } = globalThis;

/** Milliseconds: no deadline is as near. */
const LOOK_MS = 50;

/** Lets other threads do something. */
export async function rest(): Promise<void> {
  return new Promise((resolve) => {
    later(resolve, 1);
  });
}

let outside: Outside | null = null;
let isReplaced = false;

/** The history that runs now. Throws where none does. */
function getOutside(): Outside {
  if (outside === null) throw new Error('no history is running');
  return outside;
}

/** Makes this history's clock, chance and network those of the process. */
export function setOutside(next: Outside): void {
  outside = next;
}

/**
 * Replaces the clock, randomness, network, timers and log of this process for good: only a process that does nothing
 * but simulate may call it. Hashing and signing become synchronous, since a thread pool answers in no certain order.
 */
export function replaceGlobals(): void {
  if (isReplaced) return;
  isReplaced = true;
  Date.now = () => getOutside().now();
  const define = (target: object, name: string, value: unknown) =>
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
  define(crypto, 'getRandomValues', (array: Uint8Array) => {
    getOutside().fillRandom(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    return array;
  });
  define(crypto.subtle, 'digest', (algorithm: string, data: Uint8Array) => {
    return Promise.resolve(copyBytes(createHash(algorithm.replace('-', '').toLowerCase()).update(data).digest()));
  });
  const keys = new WeakMap<object, KeyObject>();
  define(crypto.subtle, 'importKey', (_: string, raw: Uint8Array, { name, hash }: { name: string; hash: string }) => {
    if (`${name} ${hash}` !== 'HMAC SHA-256') throw new Error(`the simulator has no ${name} with ${hash}`);
    const key = {};
    keys.set(key, createSecretKey(raw));
    return Promise.resolve(key);
  });
  const sign = (key: object, data: Uint8Array) => {
    const secret = keys.get(key);
    if (!secret) throw new Error('the simulator signs with its own keys alone');
    return createHmac('sha256', secret).update(data).digest();
  };
  define(crypto.subtle, 'sign', (_: string, key: object, data: Uint8Array) =>
    Promise.resolve(copyBytes(sign(key, data))),
  );
  define(crypto.subtle, 'verify', (_: string, key: object, signature: Uint8Array, data: Uint8Array) => {
    const ours = sign(key, data);
    return Promise.resolve(ours.length === signature.length && timingSafeEqual(ours, signature));
  });
  define(AbortSignal, 'timeout', () => new AbortController().signal);
  define(globalThis, 'fetch', (url: string, init: RequestInit) => getOutside().fetch(url, init));
  // Deadlines of the product never come: how long anything takes is the scheduler's and the network's business. A short
  // wait is a look at something that another request loads.
  define(globalThis, 'setTimeout', (work: () => void, ms = 0) => {
    if (ms > 0 && ms < LOOK_MS) void getOutside().wait(ms).then(work);
    return { unref: () => undefined, ref: () => undefined };
  });
  define(globalThis, 'clearTimeout', () => undefined);
  (timers as { setTimeout: unknown }).setTimeout = (ms: number) => getOutside().wait(ms);
  syncBuiltinESMExports();
  const log = (...parts: unknown[]) => {
    getOutside().log(parts.map((part) => (part instanceof Error ? describeError(part) : String(part))).join(' '));
  };
  console.error = log;
  console.warn = log;
}

/** As its own ArrayBuffer: small buffers of Node share one. */
function copyBytes({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBufferLike {
  return buffer.slice(byteOffset, byteOffset + byteLength);
}

function describeError(error: Error): string {
  return error.cause instanceof Error ? `${error.message}: ${describeError(error.cause)}` : error.message;
}

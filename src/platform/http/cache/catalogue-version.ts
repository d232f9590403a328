import { DEADLINES } from '../../config/deadlines.ts';
import type { Env } from '../../config/env.ts';
import { KV_COPY_SECONDS, VERSION_MEMORY_SECONDS } from '../../config/freshness.ts';
import { isAhead } from '../clock.ts';
import { withDeadline } from '../limits/deadline.ts';
import { describeError } from '../faults/describe-error.ts';

export const CATALOGUE_VERSION_KEY = 'catalogue_version';
/** `at:` and the epoch second at which the next title comes out, or home changes by itself. */
export const NEXT_PUBLICATION_KEY = 'next_publication';
const MEMORY_MS = VERSION_MEMORY_SECONDS * 1000;

type Store = Pick<Env, 'CONFIG'>;

interface Memory {
  version: string | null;
  next: number | null;
  until: number;
}
let memory: Memory = { version: null, next: null, until: 0 };

/** From KV, at most 5 s old. While KV fails: the last version read; null (any cached page fits) where none was. */
export async function catalogueVersion(env: Env): Promise<string | null> {
  return env.API_BASE_URL === '' ? (await readMemory(env)).version : 'provider';
}

/** Epoch seconds, null where nothing waits. From KV as the version is. */
export async function getNextPublication(env: Env): Promise<number | null> {
  return env.API_BASE_URL === '' ? (await readMemory(env)).next : null;
}

/** Both in one moment and by one request, so that a store that does not answer is waited for once. */
async function readMemory(env: Store): Promise<Memory> {
  if (isAhead(memory.until, Date.now(), MEMORY_MS)) return memory;
  if (memory.until > 0) memory = { ...memory, until: Date.now() + MEMORY_MS };
  const [version, next] = await Promise.all([
    readKey(env, CATALOGUE_VERSION_KEY, memory.version, (text) => text ?? '0'),
    readKey(env, NEXT_PUBLICATION_KEY, memory.next, (text) => {
      const seconds = /^at:(\d{1,12})$/.exec(text ?? '')?.[1];
      return seconds === undefined ? null : Number(seconds);
    }),
  ]);
  memory = { version, next, until: Date.now() + MEMORY_MS };
  return memory;
}

async function readKey<T>({ CONFIG }: Store, key: string, last: T, parse: (text: string | null) => T): Promise<T> {
  try {
    return parse(await withDeadline(CONFIG.get(key, { cacheTtl: KV_COPY_SECONDS }), DEADLINES.near, 'KV'));
  } catch (cause) {
    console.error(`${key}: ${describeError(cause)}`);
    return last;
  }
}

/** Every stored page is rendered again before it is shown. While KV fails, pages are rendered again by their age alone. */
export async function renewCatalogueVersion({ CONFIG }: Store, version: string): Promise<void> {
  try {
    await putKey(CONFIG, CATALOGUE_VERSION_KEY, version);
    memory = { ...memory, version, until: Date.now() + MEMORY_MS };
  } catch (cause) {
    console.error(`catalogue version: ${describeError(cause)}`);
  }
}

/** KV takes one write of a key in a second, and refuses that of a second editor (429). */
const WRITE_RETRY_DELAYS_MS = [1100, 2300];

async function putKey(config: Store['CONFIG'], key: string, value: string): Promise<void> {
  for (const milliseconds of WRITE_RETRY_DELAYS_MS) {
    try {
      await config.put(key, value);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
    }
  }
  await config.put(key, value);
}

/** While KV fails, the schedule publishes up to two minutes late. */
export async function putNextPublication({ CONFIG }: Store, next: number | null): Promise<void> {
  try {
    await putKey(CONFIG, NEXT_PUBLICATION_KEY, next === null ? 'none' : `at:${String(next)}`);
    setNextPublication(next);
  } catch (cause) {
    console.error(`next publication: ${describeError(cause)}`);
  }
}

/** Until KV is read again: the version that is remembered grows no older by it. */
export function setNextPublication(next: number | null): void {
  memory = { ...memory, next };
}

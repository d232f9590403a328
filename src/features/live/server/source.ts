import { LIVE_WINDOW, REWIND_SECONDS } from '../../../platform/config/constants.ts';
import { DEADLINES } from '../../../platform/config/deadlines.ts';
import type { Env } from '../../../platform/config/env.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { SourceCookies } from '../playout/source-cookies.ts';
import { isAllowedSource } from '../playout/source-address.ts';
import { resolveVariables } from '@pardeh/hls/define';
import { REWIND_QUERY } from '@pardeh/hls/rewind';
import {
  countChannels,
  listPlaylistUris,
  parsePlaylist,
  type MasterPlaylist,
  type MediaPlaylist,
} from '@pardeh/hls/playlist';
import { countWithin, renamePlaylists, trimPlaylist, type TrimOptions } from '../playout/trim.ts';
import { LruCache } from '../../../platform/http/cache/lru-cache.ts';
import { SharedValues } from '../../../platform/http/cache/shared-values.ts';
import { fetchBounded, type BoundedAnswer } from '../../../platform/http/limits/fetch-bounded.ts';

export interface LivePlaylist {
  text: string;
  seconds: number;
}

/** Bytes of a source's playlist, and of one refresh of ours. */
const MAX_BYTES = 512 * 1024;
const MAX_REDIRECTS = 3;
const REFRESH_BYTES = 4096;
const REWIND_BYTES = 96 * 1024;
const SKIP_TARGETS = 6;
/** Milliseconds that all viewers of an isolate share a playlist, and a master playlist. */
const SHARED_MS = 1_000;
const MASTER_MS = 60_000;

/** Milliseconds that a playlist is shown on after its source began to fail. */
const MAX_STALE_MS = 30_000;
/** Tries of a source of which nothing is known, and the milliseconds within which another one may begin. */
const TRIES = 6;
const TRY_MS = 1_500;

interface Source {
  env: Env;
  cookies: SourceCookies;
}
interface Fetched {
  playlist: MasterPlaylist | MediaPlaylist;
  variables: Variables;
  /** After redirects: relative URIs resolve against it. */
  url: string;
}
type Variables = ReadonlyMap<string, string>;
const NO_VARIABLES: Variables = new Map();
type Answer = Outcome<Fetched, ErrorCode>;
const MAX_SOURCES = 200;
/** By the address of the channel's source: its media playlists need the cookies of its master playlist. */
const cookies = new LruCache<SourceCookies>({ max: MAX_SOURCES });
const shared = new SharedValues<string, { answer: Answer; fetchedAt: number }>(MAX_SOURCES);

export interface SourceOptions {
  isRewound: boolean;
  isDelta: boolean;
}

/** `name` is `master` or `x<n>`, the nth playlist of the source's master playlist. */
export async function sourcePlaylist(
  env: Env,
  address: string,
  name: string,
  options: SourceOptions,
): Promise<Outcome<LivePlaylist, ErrorCode>> {
  const index = /^x(\d{1,4})$/.exec(name)?.[1];
  if (name !== 'master' && index === undefined) return fail('not_found');
  const source = { env, cookies: getCookies(address) };
  const first = await load(source, address, NO_VARIABLES, index === undefined ? SHARED_MS : MASTER_MS);
  if (!first.ok) return first;
  const { playlist, url, variables } = first.value;
  if (playlist.kind === 'media') return index === undefined ? ok(trim(playlist, url, options)) : fail('not_found');
  if (index === undefined) {
    return ok({
      text: renamePlaylists(
        playlist,
        (at) => `x${at}.m3u8${options.isRewound ? `?${REWIND_QUERY}=1` : ''}`,
        (uri) => resolveUri(uri, url),
      ),
      seconds: MASTER_MS / 1000,
    });
  }
  const uri = listPlaylistUris(playlist)[Number(index)];
  if (uri === undefined) return fail('not_found');
  const media = await load(source, resolveUri(uri, url), variables, SHARED_MS);
  if (!media.ok) return media;
  if (media.value.playlist.kind === 'master') return fail('live_source_failed');
  return ok(trim(media.value.playlist, media.value.url, options));
}

const sharedTexts = new WeakMap<MediaPlaylist, Map<string, string>>();

function trim(playlist: MediaPlaylist, url: string, { isRewound, isDelta }: SourceOptions): LivePlaylist {
  const made = sharedTexts.get(playlist) ?? new Map<string, string>();
  sharedTexts.set(playlist, made);
  const key = isRewound ? `rewound ${String(isDelta)}` : '';
  const text = made.get(key) ?? trimPlaylist(playlist, getTrimOptions(playlist, url, { isRewound, isDelta }));
  made.set(key, text);
  return { text, seconds: 1 };
}

function getTrimOptions(playlist: MediaPlaylist, url: string, { isRewound, isDelta }: SourceOptions): TrimOptions {
  const resolve = (uri: string) => resolveUri(uri, url);
  if (!isRewound) return { segments: LIVE_WINDOW, bytes: REFRESH_BYTES, resolve, rewindSeconds: REWIND_SECONDS };
  const segments = Math.max(LIVE_WINDOW, countWithin(playlist, REWIND_SECONDS));
  return { segments, bytes: REWIND_BYTES, resolve, skip: { targets: SKIP_TARGETS, isAsked: isDelta } };
}

/** An address that is none stays as it is: the player then says which one failed. */
function resolveUri(uri: string, base: string): string {
  return URL.parse(uri, base)?.href ?? uri;
}

function getCookies(address: string): SourceCookies {
  const stored = cookies.get(address) ?? new SourceCookies();
  cookies.put(address, stored);
  return stored;
}

async function load(source: Source, address: string, inherited: Variables, keepMs: number): Promise<Answer> {
  const names = Array.from(inherited, (pair) => pair.join('=')).join('&');
  const { answer } = await shared.read(`${address} ${names}`, async (last) => {
    const isFresh = last?.answer.ok === true && Math.abs(Date.now() - last.fetchedAt) < MAX_STALE_MS;
    const next = isFresh
      ? await fetchPlaylist(source, address, inherited)
      : await fetchPatiently(source, address, inherited);
    if (next.ok) return { value: { answer: next, fetchedAt: Date.now() }, keepMs };
    return { value: isFresh ? last : { answer: next, fetchedAt: 0 }, keepMs: SHARED_MS };
  });
  return answer;
}

async function fetchPatiently(source: Source, address: string, inherited: Variables): Promise<Answer> {
  const begunAt = performance.now();
  let answer = await fetchPlaylist(source, address, inherited);
  for (let tries = 1; tries < TRIES && !answer.ok; tries += 1) {
    if (answer.code !== 'live_source_failed' || performance.now() - begunAt > TRY_MS) return answer;
    answer = await fetchPlaylist(source, address, inherited);
  }
  return answer;
}

async function fetchPlaylist({ env, cookies: jar }: Source, address: string, inherited: Variables): Promise<Answer> {
  const plain = env.STREAM_PLAIN_HOSTS.split(',').map((host) => host.trim());
  let url = address;
  try {
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      if (!isAllowedSource(url, plain)) {
        console.error(`live source refused, its address is not allowed: ${getHost(url)}`);
        return fail('live_unavailable');
      }
      const cookie = jar.select(url, Date.now());
      const init = cookie === '' ? {} : { headers: { cookie } };
      const answer = await fetchBounded(url, init, { timeoutMs: DEADLINES.call, maxBytes: MAX_BYTES });
      jar.store(url, answer.headers, Date.now());
      const next = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
      if (next === null) return await read(answer, url, inherited);
      url = new URL(next, url).href;
    }
    console.error(`live source ${getHost(url)}: too many redirects`);
  } catch (cause) {
    console.error(`live source ${getHost(url)}:`, cause);
  }
  return fail('live_source_failed');
}

async function read({ ok: isOk, status, body }: BoundedAnswer, url: string, inherited: Variables): Promise<Answer> {
  const text = isOk && body ? await body.text() : null;
  const defined = text === null ? null : resolveVariables(text, url, inherited, MAX_BYTES);
  const playlist = defined && parsePlaylist(defined.text);
  const listed = playlist?.kind === 'media' ? countChannels(playlist) : 0;
  if (listed > 0) {
    const advice = `a list of ${listed} channels, not a stream: set stream_url to the address of one of them`;
    console.error(`live source ${getHost(url)}: ${advice}`);
    return fail('live_unavailable');
  }
  if (playlist) return ok({ playlist, variables: defined.variables, url });
  const failure = !isOk ? `status ${status}` : text === null ? 'too large' : 'no playlist';
  console.error(`live source ${getHost(url)}: ${failure}`);
  return fail('live_source_failed');
}

/** Paths and queries can hold a key of the source's: logs name the host alone. */
function getHost(address: string): string {
  return URL.parse(address)?.host ?? '(no address)';
}

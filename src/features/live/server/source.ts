import { LIVE_WINDOW } from '../../../platform/config/constants.ts';
import { DEADLINES } from '../../../platform/config/deadlines.ts';
import type { Env } from '../../../platform/config/env.ts';
import type { ErrorCode } from '../../../platform/http/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { isAllowedSource } from '../playout/source-address.ts';
import { listPlaylistUris, parsePlaylist, type MasterPlaylist, type MediaPlaylist } from '../../hls/playlist.ts';
import { renamePlaylists, trimPlaylist } from '../playout/trim.ts';
import { readAtMost } from '../../../platform/http/parse.ts';

export interface LivePlaylist {
  text: string;
  seconds: number;
}

/** Bytes of a source's playlist, and of one refresh of ours. */
const MAX_BYTES = 512 * 1024;
const MAX_REDIRECTS = 3;
const REFRESH_BYTES = 4096;
/** Milliseconds that all viewers of an isolate share a playlist, and a master playlist. */
const SHARED_MS = 1_000;
const MASTER_MS = 60_000;

interface Fetched {
  playlist: MasterPlaylist | MediaPlaylist;
  /** After redirects: relative URIs resolve against it. */
  url: string;
}
type Answer = Outcome<Fetched, ErrorCode>;
const shared = new Map<string, { answer: Promise<Answer>; until: number }>();

/** `name` is `master` or `x<n>`, the nth playlist of the source's master playlist. */
export async function sourcePlaylist(
  env: Env,
  address: string,
  name: string,
): Promise<Outcome<LivePlaylist, ErrorCode>> {
  const index = /^x(\d{1,2})$/.exec(name)?.[1];
  if (name !== 'master' && index === undefined) return fail('not_found');
  const first = await load(env, address, index === undefined ? SHARED_MS : MASTER_MS);
  if (!first.ok) return first;
  const { playlist, url } = first.value;
  if (playlist.kind === 'media') return index === undefined ? ok(trim(playlist, url)) : fail('not_found');
  if (index === undefined) {
    return ok({ text: renamePlaylists(playlist, (at) => `x${at}.m3u8`), seconds: MASTER_MS / 1000 });
  }
  const uri = listPlaylistUris(playlist)[Number(index)];
  if (uri === undefined) return fail('not_found');
  const media = await load(env, new URL(uri, url).href, SHARED_MS);
  if (!media.ok) return media;
  if (media.value.playlist.kind === 'master') return fail('live_source_failed');
  return ok(trim(media.value.playlist, media.value.url));
}

function trim(playlist: MediaPlaylist, url: string): LivePlaylist {
  const resolve = (uri: string) => new URL(uri, url).href;
  return { text: trimPlaylist(playlist, { segments: LIVE_WINDOW, bytes: REFRESH_BYTES, resolve }), seconds: 1 };
}

function load(env: Env, address: string, keepMs: number): Promise<Answer> {
  const match = shared.get(address);
  if (match && match.until > Date.now()) return match.answer;
  if (shared.size > 200) shared.clear();
  const answer = fetchPlaylist(env, address);
  const entry = { answer, until: Date.now() + keepMs };
  shared.set(address, entry);
  void answer.then(({ ok: came }) => {
    if (!came) entry.until = Date.now() + SHARED_MS;
  });
  return answer;
}

async function fetchPlaylist(env: Env, address: string): Promise<Answer> {
  const plain = env.STREAM_PLAIN_HOSTS.split(',').map((host) => host.trim());
  let url = address;
  try {
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      if (!isAllowedSource(url, plain)) {
        console.error(`live source refused, its address is not allowed: ${getHost(url)}`);
        return fail('live_unavailable');
      }
      const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(DEADLINES.call) });
      const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
      if (next === null) return await read(response, url);
      await response.body?.cancel();
      url = new URL(next, url).href;
    }
    console.error(`live source ${getHost(url)}: too many redirects`);
  } catch (cause) {
    console.error(`live source ${getHost(url)}:`, cause);
  }
  return fail('live_source_failed');
}

async function read(response: Response, url: string): Promise<Answer> {
  const text = response.ok ? await readAtMost(response, MAX_BYTES) : null;
  const playlist = text === null ? null : parsePlaylist(text);
  if (playlist) return ok({ playlist, url });
  const failure = !response.ok ? `status ${response.status}` : text === null ? 'too large' : 'no playlist';
  console.error(`live source ${getHost(url)}: ${failure}`);
  return fail('live_source_failed');
}

/** Paths and queries can hold a key of the source's: logs name the host alone. */
function getHost(address: string): string {
  return URL.parse(address)?.host ?? '(no address)';
}

import { CART_PATH, GHOST_CART_PATH, toEntitlementRequest } from '../../watch-options/entitlement-request.ts';
import { listPlaylists, singlePicture } from '../../hls/master-playlist.ts';
import { listMediaFiles } from '../../hls/playlist.ts';
import { toCacheKey } from '../offline.ts';
import { API_BASE } from '../../../platform/http/api-base.ts';
import { paths } from '../../../platform/paths.ts';
import {
  filesOfStoryboard,
  savedCache,
  SAVED_CHANNEL,
  savedPath,
  type SavedTitle,
  type SaveRequest,
} from '../saved-title.ts';
import { listSaved, getSaved, writeEntry } from './saved.ts';

/** The part of watch-options/contract.ts that is read here. */
interface Play {
  manifest_url: string;
  offline_until: number | null;
  storyboard_url: string;
  subtitles: { lang: string; url: string }[];
  renditions: { height: number; bandwidth: number }[];
  playing: { name_fa: string; name_en: string } | null;
}
interface EntitlementAnswer {
  fullrate_data: { title: { fa: string; en: string } };
  play: Play | null;
}

/** The server refused the save request: not entitled, or the rendition does not exist. */
class SaveRefusedError extends Error {}

const MASTER = 'master.m3u8';
const LANES = 3;
const WRITE_EVERY = 20;

let running: Promise<void> | undefined;

export async function save(request: SaveRequest): Promise<void> {
  const kept = await getSaved(request);
  if (kept?.entry.height === request.height)
    await writeEntry(kept.cache, { ...kept.entry, ...request, state: 'saving' });
  else await beginSaving(request);
  await resumeDownloads();
}

async function beginSaving(request: SaveRequest): Promise<void> {
  const name = savedCache(request);
  await caches.delete(name);
  const now = Math.floor(Date.now() / 1000);
  const entry: SavedTitle = {
    ...request,
    ...{ name_fa: '', name_en: '', state: 'saving', why: null, files: 0, done: 0, bytes: 0, cart: null },
    ...{ savedAt: now, until: now + 24 * 60 * 60 },
  };
  await writeEntry(await caches.open(name), entry);
  broadcastState(entry);
}

export function resumeDownloads(): Promise<void> {
  running ??= saveAll().finally(() => {
    running = undefined;
  });
  return running;
}

async function saveAll(): Promise<void> {
  const tried = new Set<string>();
  for (;;) {
    const open = (await listSaved()).find(
      ({ entry }) => !tried.has(getDownloadName(entry)) && (entry.state === 'saving' || entry.why === 'network'),
    );
    if (!open) return;
    tried.add(getDownloadName(open.entry));
    await saveOne(open.cache, open.entry);
  }
}

const getDownloadName = (entry: SavedTitle) => `${savedCache(entry)} ${String(entry.savedAt)}`;

async function saveOne(cache: Cache, entry: SavedTitle): Promise<void> {
  Object.assign(entry, { state: 'saving', why: null });
  try {
    const { cart, play } = await fetchEntitlement(entry);
    Object.assign(entry, getTitleNames(cart, play), { until: play.offline_until });
    const master = singlePicture(await (await get(play.manifest_url)).text(), entry.height);
    await download(cache, entry, await listFiles(cache, entry, master, play));
    await cache.put(
      savedPath(entry, MASTER),
      new Response(master, { headers: { 'content-type': 'application/vnd.apple.mpegurl' } }),
    );
    await savePage(cache, entry);
    Object.assign(entry, { state: 'saved', cart: toLocalEntitlement(cart, play, entry) });
  } catch (error) {
    Object.assign(entry, { state: 'stopped', why: toFailureReason(error) });
  }
  if (!(await isWanted(entry))) return;
  await writeEntry(cache, entry);
  broadcastState(entry);
}

/** As the viewer, so that nobody saves a title that they may not watch. */
async function fetchEntitlement({
  kind,
  id,
  height,
  guest,
  ref = 0,
}: SavedTitle): Promise<{ cart: EntitlementAnswer; play: Play & { offline_until: number } }> {
  const response = await fetch(API_BASE + (guest ? GHOST_CART_PATH : CART_PATH), {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(toEntitlementRequest({ kind, id }, ref, `${String(height)}p`)),
  });
  if (response.status >= 500) throw new Error(`the cart is ${String(response.status)}`);
  if (!response.ok) throw new SaveRefusedError(String(response.status));
  const {
    data: { data: cart },
  } = await response.json<{ data: { data: EntitlementAnswer } }>();
  const { play } = cart;
  if (!play || play.offline_until === null) throw new SaveRefusedError('it may not be kept');
  return { cart, play: { ...play, offline_until: play.offline_until } };
}

interface StoredFile {
  from: string;
  to: string;
}

async function listFiles(cache: Cache, entry: SavedTitle, master: string, play: Play): Promise<StoredFile[]> {
  const base = new URL('.', play.manifest_url).href;
  const files = new Map<string, StoredFile>();
  const add = (uri: string, from: string) => {
    const { href } = new URL(uri, from);
    // The player would request a file of another place from the network.
    if (!href.startsWith(base)) throw new SaveRefusedError(`${href} is not of this title`);
    const file = { from: href, to: savedPath(entry, href.slice(base.length)) };
    files.set(href, file);
    return file;
  };
  const addAll = async (list: StoredFile, filesIn: (text: string) => string[]) => {
    for (const file of filesIn(await readCachedText(cache, list))) add(file, list.from);
  };
  for (const { url } of play.subtitles) add(url, base);
  for (const uri of listPlaylists(master)) await addAll(add(uri, base), listMediaFiles);
  // Not every title has a storyboard.
  const storyboard = await fetch(play.storyboard_url, { method: 'HEAD' });
  if (storyboard.ok) await addAll(add(play.storyboard_url, base), filesOfStoryboard);
  return [...files.values()];
}

async function readCachedText(cache: Cache, file: StoredFile): Promise<string> {
  if (!(await cache.match(file.to))) await fetchInto(cache, file);
  return (await cache.match(file.to))?.text() ?? '';
}

async function download(cache: Cache, entry: SavedTitle, files: readonly StoredFile[]): Promise<void> {
  Object.assign(entry, { files: files.length, done: 0, bytes: 0 });
  await writeEntry(cache, entry);
  const remaining = [...files];
  const lane = async () => {
    for (let file = remaining.shift(); file; file = remaining.shift()) {
      const bytes = (await getCachedSize(cache, file.to)) ?? (await fetchInto(cache, file));
      if (!(await isWanted(entry))) throw new SaveRefusedError('it was deleted');
      entry.done += 1;
      entry.bytes += bytes;
      if (entry.done % WRITE_EVERY === 0) await writeEntry(cache, entry);
      broadcastState(entry);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function getCachedSize(cache: Cache, to: string): Promise<number | null> {
  const result = await cache.match(to);
  return result ? (await result.blob()).size : null;
}

async function fetchInto(cache: Cache, { from, to }: StoredFile): Promise<number> {
  const response = await get(from);
  const body = await response.blob();
  await cache.put(to, new Response(body, { headers: { 'content-type': response.headers.get('content-type') ?? '' } }));
  return body.size;
}

async function get(address: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, init);
  if (response.status === 404) throw new SaveRefusedError(`${address} is not there`);
  // An expired address or a failing server: the next try requests fresh ones.
  if (!response.ok) throw new Error(`${address} is ${String(response.status)}`);
  return response;
}

/** With the scripts and fonts of its build, a megabyte. */
async function savePage(cache: Cache, { kind, id }: SavedTitle): Promise<void> {
  const page = new URL(paths.title(kind, id), location.origin).href;
  // The browser's own copy may link to parts that are not kept as long as the title is.
  await cache.put(toCacheKey(page), await get(page, { cache: 'reload' }));
  await Promise.all(__BUILD_FILES__.map(async (file) => cache.put(file, await get(file))));
}

function toLocalEntitlement(cart: EntitlementAnswer, play: Play, entry: SavedTitle): unknown {
  const base = new URL('.', play.manifest_url).href;
  const toLocalUrl = (address: string) => new URL(savedPath(entry, address.slice(base.length)), location.origin).href;
  return {
    ...cart,
    play: {
      ...play,
      stream: null,
      manifest_url: toLocalUrl(`${base}${MASTER}`),
      expires_at: entry.until,
      storyboard_url: toLocalUrl(`${base}storyboard.vtt`),
      subtitles: play.subtitles.map(({ lang, url }) => ({ lang, url: toLocalUrl(url) })),
      renditions: play.renditions.filter(({ height }) => height === entry.height),
      audio_bandwidth: null,
      next: null,
    },
  };
}

function getTitleNames(
  { fullrate_data: { title } }: EntitlementAnswer,
  { playing }: Play,
): Pick<SavedTitle, 'name_fa' | 'name_en'> {
  return { name_fa: playing?.name_fa ?? title.fa, name_en: playing?.name_en ?? title.en };
}

function toFailureReason(error: unknown): SavedTitle['why'] {
  if (error instanceof SaveRefusedError) return 'refused';
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'space' : 'network';
}

/** Deletion removes its cache; another download may have begun. */
async function isWanted(entry: SavedTitle): Promise<boolean> {
  return (await getSaved(entry))?.entry.savedAt === entry.savedAt;
}

function broadcastState(entry: SavedTitle): void {
  const channel = new BroadcastChannel(SAVED_CHANNEL);
  channel.postMessage({ ...entry, cart: null });
  channel.close();
}

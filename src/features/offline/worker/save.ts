import { CART_PATH, GHOST_CART_PATH, toEntitlementRequest } from '../../watch-options/entitlement-request.ts';
import { listPlaylists, singlePicture } from '@pardeh/hls/master-playlist';
import { listKeyedFiles, toPlainName, toPlainPlaylist } from '@pardeh/hls/plain-playlist';
import { toCacheKey } from '../offline.ts';
import { API_BASE } from '../../../platform/http/calls/api-base.ts';
import { deleteSavedCache } from '../../../platform/client/forget-saved.ts';
import { paths } from '../../../platform/paths.ts';
import { confirmLicence, createLicence, readLicence } from '../licence.ts';
import {
  filesOfStoryboard,
  savedCache,
  SAVED_CHANNEL,
  savedPath,
  type SavedTitle,
  type SaveRequest,
} from '../saved-title.ts';
import { renewSubtitles } from './renew-subtitles.ts';
import { listSaved, getSaved, writeEntry } from './saved.ts';
import { fetchFile, openStoredFiles, SaveRefusedError, type StoredFile } from './stored-files.ts';

/** The part of paywall/contract.ts that is read here. */
interface Play {
  now?: number | null;
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

/** The viewer may not watch the title any more. Other refusals end nothing. */
class RightEndedError extends SaveRefusedError {}
/** The site has no such title: it was hidden, or the session is a child's, which ends nothing. */
class TitleUnknownError extends SaveRefusedError {}

const MASTER = 'master.m3u8';
const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
const encoder = new TextEncoder();
const LANES = 3;
const CONFIRM_SECONDS = 24 * 60 * 60;
const WRITE_EVERY = 20;

let running: Promise<void> | undefined;

export async function save(request: SaveRequest): Promise<void> {
  const saved = await getSaved(request);
  if (saved?.entry.height === request.height)
    await writeEntry(await caches.open(savedCache(request)), { ...saved.entry, ...request, state: 'saving' });
  else await beginSaving(request);
  await resumeDownloads();
}

async function beginSaving(request: SaveRequest): Promise<void> {
  const name = savedCache(request);
  await deleteSavedCache(name);
  const now = Math.floor(Date.now() / 1000);
  const entry: SavedTitle = {
    ...request,
    ...{ name_fa: '', name_en: '', state: 'saving', why: null, files: 0, done: 0, bytes: 0, cart: null },
    ...{ savedAt: now, until: now + 24 * 60 * 60 },
  };
  await createLicence(entry, entry.until);
  await writeEntry(await caches.open(name), entry);
  broadcastState(entry);
}

export function resumeDownloads(): Promise<void> {
  running ??= saveAll().finally(() => {
    running = undefined;
  });
  return running;
}

/** Once a day for each title; `isChanged`: at once. `isKids`: of a session in kids mode. */
export async function confirmLicences({ isChanged, isKids }: { isChanged: boolean; isKids: boolean }): Promise<void> {
  for (const { entry, licence, state } of await listSaved()) {
    const isRecent = !isChanged && Date.now() / 1000 - licence.checkedAt < CONFIRM_SECONDS;
    if (entry.state !== 'saved' || (isRecent && state === 'valid') || !(await isWanted(entry))) continue;
    const cache = await caches.open(savedCache(entry));
    try {
      const { play } = await fetchEntitlement(entry);
      await confirmLicence(entry, play.offline_until, play.now ?? Date.now() / 1000);
      const confirmed = { ...entry, until: play.offline_until };
      await writeEntry(cache, confirmed);
      const cart = await renewSubtitles(confirmed, play, openStoredFiles(cache, licence));
      if (await isWanted(entry)) await writeEntry(cache, { ...confirmed, cart });
    } catch (error) {
      const isOver = error instanceof RightEndedError || (error instanceof TitleUnknownError && !isKids);
      if (isOver) await deleteSavedCache(savedCache(entry));
    }
  }
}

async function saveAll(): Promise<void> {
  const tried = new Set<string>();
  for (;;) {
    const open = (await listSaved()).find(
      ({ entry }) => !tried.has(getDownloadName(entry)) && (entry.state === 'saving' || entry.why === 'network'),
    );
    if (!open) return;
    tried.add(getDownloadName(open.entry));
    await saveOne(await caches.open(savedCache(open.entry)), open.entry);
  }
}

const getDownloadName = (entry: SavedTitle) => `${savedCache(entry)} ${String(entry.savedAt)}`;

async function saveOne(cache: Cache, entry: SavedTitle): Promise<void> {
  Object.assign(entry, { state: 'saving', why: null });
  try {
    const { cart, play } = await fetchEntitlement(entry);
    await confirmLicence(entry, play.offline_until, play.now ?? Date.now() / 1000);
    const licence = await readLicence(entry);
    if (!licence) throw new SaveRefusedError('it was deleted');
    Object.assign(entry, getTitleNames(cart, play), { until: play.offline_until });
    const master = singlePicture(await (await fetchFile(play.manifest_url)).text(), entry.height);
    const files = openStoredFiles(cache, licence);
    const listed = await listFiles(entry, master, play);
    for (const [to, text] of listed.texts) await files.write(to, encoder.encode(text), PLAYLIST_TYPE);
    await download(files, cache, entry, listed.files);
    await files.write(savedPath(entry, MASTER), encoder.encode(master), PLAYLIST_TYPE);
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
  const isBusy = response.status >= 500 || response.status === 429;
  if (isBusy) throw new Error(`the cart is ${String(response.status)}`);
  if (response.status === 401) throw new RightEndedError('the session is over');
  if (!response.ok) {
    const { code } = await response.json<{ code?: string }>().catch(() => ({ code: '' }));
    throw new (code === 'cart_title_unknown' ? TitleUnknownError : SaveRefusedError)(String(response.status));
  }
  const {
    data: { data: cart },
  } = await response.json<{ data: { data: EntitlementAnswer } }>();
  const { play } = cart;
  if (!play || play.offline_until === null) throw new RightEndedError('it may not be kept');
  return { cart, play: { ...play, offline_until: play.offline_until } };
}

async function listFiles(
  entry: SavedTitle,
  master: string,
  play: Play,
): Promise<{ files: StoredFile[]; texts: Map<string, string> }> {
  const base = new URL('.', play.manifest_url).href;
  const files = new Map<string, StoredFile>();
  const texts = new Map<string, string>();
  const toPlace = (uri: string, from: string) => {
    const { href } = new URL(uri, from);
    // The player would request a file of another place from the network.
    if (!href.startsWith(base)) throw new SaveRefusedError(`${href} is not of this title`);
    return { href, to: savedPath(entry, href.slice(base.length)) };
  };
  const add = (uri: string, from: string, name = uri, key?: StoredFile['key']) => {
    const { href } = toPlace(uri, from);
    files.set(href, { from: href, to: toPlace(name, from).to, ...(key && { key }) });
  };
  for (const { url } of play.subtitles) add(url, base);
  for (const uri of listPlaylists(master)) {
    const { href, to } = toPlace(uri, base);
    const text = await (await fetchFile(href)).text();
    const keyed = listKeyedFiles(text, href);
    if (!keyed) throw new SaveRefusedError(`${href} has keys of another kind`);
    for (const { uri: file, keyUrl, iv } of keyed) add(file, href, toPlainName(file), { keyUrl, iv });
    texts.set(to, toPlainPlaylist(text));
  }
  // Not every title has a storyboard.
  const storyboard = await fetch(play.storyboard_url);
  if (storyboard.ok) {
    const { href, to } = toPlace(play.storyboard_url, base);
    const text = await storyboard.text();
    for (const file of filesOfStoryboard(text)) add(file, href);
    texts.set(to, text);
  }
  return { files: [...files.values()], texts };
}

async function download(
  files: ReturnType<typeof openStoredFiles>,
  cache: Cache,
  entry: SavedTitle,
  listed: readonly StoredFile[],
): Promise<void> {
  Object.assign(entry, { files: listed.length, done: 0, bytes: 0 });
  await writeEntry(cache, entry);
  const remaining = [...listed];
  const lane = async () => {
    for (let file = remaining.shift(); file; file = remaining.shift()) {
      const bytes = (await files.readSize(file.to)) ?? (await files.fetchInto(file));
      if (!(await isWanted(entry))) throw new SaveRefusedError('it was deleted');
      entry.done += 1;
      entry.bytes += bytes;
      if (entry.done % WRITE_EVERY === 0) await writeEntry(cache, entry);
      broadcastState(entry);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** The pages of titles that are whole, as they are now; where one cannot be fetched it stays. */
export async function renewSavedPages(): Promise<void> {
  for (const { entry } of await listSaved()) {
    if (entry.state !== 'saved') continue;
    await savePage(await caches.open(savedCache(entry)), entry).catch(() => undefined);
  }
}

/** With the scripts and fonts of its build, a megabyte. */
async function savePage(cache: Cache, { kind, id }: SavedTitle): Promise<void> {
  const page = new URL(paths.title(kind, id), location.origin).href;
  // The browser's own copy may link to parts that are not kept as long as the title is.
  await cache.put(toCacheKey(page), await fetchFile(page, { cache: 'reload' }));
  await Promise.all(__BUILD_FILES__.map(async (file) => cache.put(file, await fetchFile(file))));
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

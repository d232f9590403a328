import type { Playing } from '../../../paywall/contract.ts';
import { findStartIndex } from '../../../data-cost/start-quality.ts';
import { PREFETCH_HEADERS } from '../../first-files.ts';
import { importKey } from '@pardeh/hls/decrypt';
import { chooseLadder, readLadders } from '@pardeh/hls/ladder';
import { isSmooth, isTypeSupported } from '@pardeh/hls/media-source';
import { SILENT_MS } from '@pardeh/hls/request';
import { getAttribute } from '@pardeh/hls/lines';
import { getMapUri, parseMasterPlaylist, parseMediaPlaylist, type Segment } from '@pardeh/hls/playlist';
import { isSavedAddress } from '../../../offline/saved-title.ts';
import { getServerTime } from '../../../../platform/client/server-clock.ts';
import { getProgress } from '../../../progress/client/progress.ts';
import { getResumePosition } from '../../../progress/progress.ts';
import { chooseEngine } from '../engine/engine.ts';
import { networkEstimate } from '../quality/network.ts';
import { hasNextPlay, setNextPlay, type NextPlay } from './next-play.ts';
import { createNextVideo } from './next-video.ts';
import { $playerSettings, loadEntitlement } from '../player.ts';

/** Bytes of one episode's beginning; no file is begun beyond it. */
const MAX_BYTES = 3_000_000;
const SEGMENTS = 2; // Those of `isPrefetch`
const HOUR = /\/h(\d{6})\/[^/]+$/;
const HOUR_SECONDS = 60 * 60;

export async function prefetchNext({ kind, id }: Playing): Promise<void> {
  if (hasNextPlay(kind, id)) return;
  const entitlement = loadEntitlement(kind, id);
  const next = setNextPlay(kind, id, entitlement);
  const answer = await entitlement;
  const play = answer.ok ? answer.value.play : null;
  if (!play || isSavedAddress(play.manifest_url) || next.signal.aborted) return;
  const isBegun = getResumePosition(getProgress(id, play.progress)) !== null;
  if (chooseEngine() === 'mse') await loadBeginning(next, play.manifest_url, isBegun ? 0 : SEGMENTS);
  else if (!isBegun) next.video = createNextVideo(play.manifest_url);
}

async function loadBeginning(next: NextPlay, manifest: string, count: number): Promise<void> {
  const { signal } = next;
  let bytes = 0;
  const load = async (url: string): Promise<string> => {
    if (bytes > MAX_BYTES) return '';
    const response = await fetch(url, { headers: PREFETCH_HEADERS, priority: 'low', signal });
    if (!response.ok) throw new Error(String(response.status));
    const body = await response.arrayBuffer();
    bytes += body.byteLength;
    return url.includes('.m3u8') ? new TextDecoder().decode(body) : '';
  };
  const master = parseMasterPlaylist(await load(manifest));
  const ladder =
    master &&
    (await chooseLadder(readLadders(master, manifest), {
      isTypeSupported,
      isSmooth: ({ mime, width, height, bandwidth, frameRate }) => isSmooth(mime, width, height, bandwidth, frameRate),
    }));
  if (!ladder) return;
  const { height } = $playerSettings.get();
  const picture = ladder.renditions[findStartIndex(ladder.renditions, networkEstimate(), height)];
  if (!picture) return;
  const sounds = ladder.sounds.filter(({ group }) => group === picture.audioGroup);
  const sound = sounds.find(({ isDefault }) => isDefault) ?? sounds[0];
  const loadTrack = async (url: string) => {
    const segments = parseMediaPlaylist(await load(url))?.segments ?? [];
    if (segments[0]) loadKeys(next, segments[0], url);
    const files = [getMapUri(segments[0]?.map ?? null), ...segments.slice(0, count).map(({ uri }) => uri)];
    for (const file of files) if (file !== null) await load(new URL(file, url).href);
  };
  await Promise.all([picture.url, ...(sound ? [sound.url] : [])].map(loadTrack));
  next.picture = picture.url;
}

/** The keys of a rendition in AES-128 (decision 100): to be thrown away with the player, and with the hour in their address. */
function loadKeys({ keys, signal }: NextPlay, { mapKeys, keys: segmentKeys }: Segment, base: string): void {
  for (const line of [...mapKeys, ...segmentKeys]) {
    if (getAttribute(line, 'EXT-X-KEY', 'METHOD') !== 'AES-128') continue;
    const url = new URL(getAttribute(line, 'EXT-X-KEY', 'URI') ?? '', base).href;
    const endsAt = (Number(HOUR.exec(url)?.[1] ?? 0) + 1) * HOUR_SECONDS;
    const seconds = endsAt - getServerTime();
    if (keys.has(url) || seconds <= 0) continue;
    keys.set(url, { key: requestKey(url, signal).catch(() => null), endsAt });
    setTimeout(() => keys.delete(url), seconds * 1000);
  }
}

async function requestKey(url: string, signal: AbortSignal): Promise<CryptoKey> {
  const options = { signal: AbortSignal.any([signal, AbortSignal.timeout(SILENT_MS)]), priority: 'low' } as const;
  const answer = await fetch(url, { headers: PREFETCH_HEADERS, ...options });
  if (!answer.ok) throw new Error(String(answer.status));
  return importKey(await answer.arrayBuffer());
}

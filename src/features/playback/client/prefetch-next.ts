import type { Playing } from '../../watch-options/contract.ts';
import { findStartIndex } from '../../data-cost/start-quality.ts';
import { PREFETCH_HEADERS } from '../../hls/first-files.ts';
import { chooseLadder, readLadders } from '../../hls/client/ladder.ts';
import { isSmooth, isTypeSupported } from '../../hls/client/media-source.ts';
import { getMapUri, parseMasterPlaylist, parseMediaPlaylist } from '../../hls/playlist.ts';
import { isSavedAddress } from '../../offline/saved-title.ts';
import { getProgress } from '../../progress/client/progress.ts';
import { getResumePosition } from '../../progress/progress.ts';
import { chooseEngine } from './engine.ts';
import { networkEstimate } from './network.ts';
import { hasNextPlay, setNextPlay } from './next-play.ts';
import { $playerSettings, loadEntitlement } from './player.ts';

/** Bytes of one episode's beginning; no file is begun beyond it. */
const MOST_BYTES = 3_000_000;
const SEGMENTS = 2; // Those of `isPrefetch`

export async function prefetchNext({ kind, id }: Playing): Promise<void> {
  if (hasNextPlay(kind, id)) return;
  const entitlement = loadEntitlement(kind, id);
  const next = { kind, id, loadedAt: performance.now(), entitlement, picture: null };
  setNextPlay(next);
  const answer = await entitlement;
  const play = answer.ok ? answer.value.play : null;
  if (!play || isSavedAddress(play.manifest_url) || chooseEngine() !== 'mse') return;
  const isBegun = getResumePosition(getProgress(id, play.progress)) !== null;
  await loadBeginning(play.manifest_url, isBegun ? 0 : SEGMENTS, (picture) => setNextPlay({ ...next, picture }));
}

async function loadBeginning(manifest: string, count: number, onPicture: (url: string) => void): Promise<void> {
  let bytes = 0;
  const load = async (url: string): Promise<string> => {
    if (bytes > MOST_BYTES) return '';
    const response = await fetch(url, { headers: PREFETCH_HEADERS, priority: 'low' });
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
    const files = [getMapUri(segments[0]?.map ?? null), ...segments.slice(0, count).map(({ uri }) => uri)];
    for (const file of files) if (file !== null) await load(new URL(file, url).href);
  };
  await Promise.all([picture.url, ...(sound ? [sound.url] : [])].map(loadTrack));
  onPicture(picture.url);
}

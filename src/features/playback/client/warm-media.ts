import { DATA_SAVER_QUERY } from '../../accounts/preferences.ts';
import { savesData } from '../../data-cost/data-saver.ts';
import { PLAYER_SETTINGS_KEY } from './settings-key.ts';
import { startFiles, startPlaylists } from './start-of-hls.ts';

/** Megabits per second up to which the engine begins with the lowest rendition (data-cost/start-quality.ts). */
const SLOW = 2;

export interface WarmPlay {
  manifest_url: string;
  progress: { points: { at: number }[] } | null;
}

/** Requests the first files of a title into the browser's cache. A browser's own player does not read that cache, and
 * begins with the video that its page hands over. */
export async function warmMedia(play: WarmPlay): Promise<void> {
  const { MediaSource: plain, ManagedMediaSource: managed } = globalThis as {
    MediaSource?: typeof MediaSource;
    ManagedMediaSource?: typeof MediaSource;
  };
  const Source = plain ?? managed;
  const { height, dataSaver } = readSettings();
  const isSaving = height === null && (savesData() || dataSaver);
  const master = new URL(play.manifest_url + (isSaving ? DATA_SAVER_QUERY : ''));
  const warmed = globalThis.warmedMedia;
  if (!Source) {
    if (warmed?.hasPlayer === false)
      warmed.video = Object.assign(document.createElement('video'), { preload: 'auto', src: master.href });
    return;
  }
  const text = async (url: URL) => (await fetch(url)).text();
  const warm = async (name: string) => {
    const playlist = new URL(name, master);
    const files = startFiles(await text(playlist), play.progress?.points[0]?.at ?? 0);
    await Promise.all(files.map((file) => text(new URL(file, playlist))));
  };
  const isPlayable = (codecs: string) => Source.isTypeSupported(`video/mp4; codecs="${codecs}"`);
  const playlists = startPlaylists(await text(master), isPlayable);
  const [picture] = playlists;
  const isSlow = (navigator.connection?.downlink ?? Infinity) <= SLOW;
  // The engine may have chosen before.
  if (!isSlow || height !== null || picture === undefined || warmed?.picture) return;
  if (warmed) warmed.picture = new URL(picture, master).href;
  await Promise.allSettled(playlists.map(warm));
}

function readSettings(): { height: number | null; dataSaver: boolean } {
  try {
    return {
      height: null,
      dataSaver: false,
      ...(JSON.parse(localStorage.getItem(PLAYER_SETTINGS_KEY) ?? '{}') as object),
    };
  } catch {
    return { height: null, dataSaver: false };
  }
}

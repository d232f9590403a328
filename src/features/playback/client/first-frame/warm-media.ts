import * as v from 'valibot';
import { PLAYER_KEY } from '../../../../platform/client/forget-account.ts';
import { readLocal } from '../../../../platform/client/local.ts';
import { hasSession } from '../../../../platform/client/session.ts';
import { DATA_SAVER_QUERY } from '../../../accounts/preferences.ts';
import { savesData } from '../../../data-cost/data-saver.ts';
import { networkEstimate } from '../quality/network.ts';
import { startFiles, startPlaylists } from './start-of-hls.ts';

const choice = v.object({
  height: v.nullable(v.number()),
  dataSaver: v.optional(v.boolean(), false),
  own: v.optional(v.boolean(), false),
});

export interface WarmPlay {
  manifest_url: string;
  progress: { points: { at: number }[] } | null;
}

/** Requests the first files of a title into the browser's cache. A browser's own player does not read that cache. */
export async function warmMedia(play: WarmPlay): Promise<void> {
  const { MediaSource: plain, ManagedMediaSource: managed } = globalThis as {
    MediaSource?: typeof MediaSource;
    ManagedMediaSource?: typeof MediaSource;
  };
  const Source = plain ?? managed;
  if (!Source) return;
  const text = async (url: URL) => (await fetch(url)).text();
  const settings = readLocal(PLAYER_KEY, choice);
  const { height: maxHeight, dataSaver } =
    settings && (hasSession() || !settings.own) ? settings : { height: null, dataSaver: false };
  const saving = maxHeight === null && ((dataSaver && hasSession()) || savesData());
  const master = new URL(play.manifest_url + (saving ? DATA_SAVER_QUERY : ''));
  const warm = async (name: string) => {
    const playlist = new URL(name, master);
    const files = startFiles(await text(playlist), play.progress?.points[0]?.at ?? 0);
    await Promise.all(files.map((file) => text(new URL(file, playlist))));
  };
  const isPlayable = (codecs: string) => Source.isTypeSupported(`video/mp4; codecs="${codecs}"`);
  const playlists = startPlaylists(await text(master), isPlayable, { estimate: networkEstimate(), held: maxHeight });
  await Promise.allSettled(playlists.map(warm));
}

import { findBestPicture } from '@pardeh/hls/master-playlist';
import { parseMediaPlaylist } from '@pardeh/hls/playlist';
import { parseStoryboard, type Thumbnail } from '@pardeh/hls/storyboard';
import { placePlaylist, type TimedSegment } from '@pardeh/hls/timeline';
import type { Env } from '../../../platform/config/env.ts';

/** Above every key frame of 1080p, with the head of its fragment. */
const MAX_FRAME_BYTES = 1_500_000;
const KEY_FRAMES = 'iframes.m3u8';

/** Addresses of playlists are resolved below it. */
const ROOT = 'https://media.invalid/';

/** The stored files of a film, which are in the clear. */
export class FilmFolder {
  readonly #env: Pick<Env, 'MEDIA'>;
  readonly #base: string;

  constructor(env: Pick<Env, 'MEDIA'>, media: string) {
    this.#env = env;
    this.#base = `${ROOT}video/${media}/`;
  }

  resolve(uri: string): string {
    return new URL(uri, this.#base).href;
  }

  /** Null for a file that is not there, or is not the film's. `range` as of RFC 9110. */
  async read(url: string, range: string | null = null): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!url.startsWith(this.#base)) return null;
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    const length = to === '' ? MAX_FRAME_BYTES : Math.min(MAX_FRAME_BYTES, Number(to) - Number(from) + 1);
    const file = await this.#env.MEDIA.get(url.slice(ROOT.length), { range: { offset: Number(from), length } });
    return file && new Uint8Array(await file.arrayBuffer());
  }

  async readText(url: string): Promise<string | null> {
    const file = url.startsWith(this.#base) ? await this.#env.MEDIA.get(url.slice(ROOT.length)) : null;
    return file && file.text();
  }
}

/** By the list of key frames beside a playlist, else by its segments, each of which begins with one. */
export async function listKeyFrames(folder: FilmFolder, url: string): Promise<readonly TimedSegment[]> {
  for (const list of [new URL(KEY_FRAMES, url).href, url]) {
    const playlist = parseMediaPlaylist((await folder.readText(list)) ?? '');
    if (playlist) return placePlaylist(playlist, list, null, null).segments;
  }
  return [];
}

/** The sheets of the storyboard, each with its pictures. */
export async function listSheets(folder: FilmFolder): Promise<[url: string, pictures: Thumbnail[]][]> {
  const url = folder.resolve('storyboard.vtt');
  const pictures = parseStoryboard((await folder.readText(url)) ?? '', url);
  return [...Map.groupBy(pictures, (picture) => picture.url.href)];
}

/** In whole seconds, by the largest H.264 picture, else by the storyboard. Null for a film whose files are not there. */
export async function readSeconds(
  folder: FilmFolder,
  sheets: Awaited<ReturnType<typeof listSheets>>,
): Promise<number | null> {
  const best = findBestPicture((await folder.readText(folder.resolve('master.m3u8'))) ?? '');
  const frames = best === null ? [] : await listKeyFrames(folder, folder.resolve(best.uri));
  const end = frames.at(-1)?.end ?? sheets.at(-1)?.[1].at(-1)?.endTime;
  return end === undefined ? null : Math.round(end);
}

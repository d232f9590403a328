import { toHex } from '../../../platform/media/bytes-as-text.ts';
import { createVectors, toHour, type KeyScope } from '../../../platform/media/segment-keys.ts';
import type { KeyTag } from '@pardeh/hls/encrypt-playlist';
import type { Media } from '../playout/media.ts';
import { listAiredFiles } from '../playout/playlist.ts';
import type { Airing, AirSegment } from '../playout/on-air.ts';

export const AIRED_KEY = 'media.key';
type GetUrl = (segment: AirSegment, path: string, file: string) => string;

/** A key is for the hour in which its showing began, so that a playlist that is loaded again has the same keys. */
export function getAiredScope(folder: string, path: string, { startsAt }: Airing): KeyScope {
  return { folder, path, hour: toHour(startsAt / 1e6) };
}

export async function readAiredKeys(
  secret: string,
  segments: readonly AirSegment[],
  name: string,
  getUrl: GetUrl,
): Promise<(segment: AirSegment, path: string, file: string) => KeyTag> {
  const vectors = new Map<string, ReturnType<typeof createVectors>>();
  const ivs = new Map<string, string>();
  const toName = ({ media, airing }: AirSegment, path: string) => `${String(airing.startsAt)} ${media.folder}/${path}`;
  for (const segment of segments) {
    const listed = listAiredFiles(segment, name);
    if (!listed) continue;
    const scope = toName(segment, listed.path);
    const getVector =
      vectors.get(scope) ?? createVectors(secret, getAiredScope(segment.media.folder, listed.path, segment.airing));
    vectors.set(scope, getVector);
    for (const file of listed.files) ivs.set(`${scope}/${file}`, toHex(await getVector(file, null)));
  }
  return (segment, path, file) => ({
    uri: getUrl(segment, path, AIRED_KEY),
    iv: ivs.get(`${toName(segment, path)}/${file}`) ?? '',
  });
}

/** The rendition of a key, and a file of it that is open as long as the showing's first parts are; null for no key. */
export function findKeyFile({ renditions }: Media, file: string): { path: string; init: string } | null {
  const [path = '', name] = file.split('/');
  const init = renditions.get(path)?.init ?? null;
  return name === AIRED_KEY && init !== null ? { path, init: `${path}/${init}` } : null;
}

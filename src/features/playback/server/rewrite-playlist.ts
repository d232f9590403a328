import { toBase64, toHex } from '../../../platform/media/bytes-as-text.ts';
import { deriveContentKey } from '../../../platform/media/cbcs/content-key.ts';
import { INIT_FILE } from '../../../platform/media/cbcs-cipher.ts';
import { buildSystemBox } from '../../../platform/media/cbcs/key-system-boxes.ts';
import type { Protection } from '../../../platform/media/encryption.ts';
import { FAIRPLAY_URI, KEY_FORMATS, type KeySystem } from '@pardeh/hls/key-systems';
import { createVectors, type KeyScope } from '../../../platform/media/segment-keys.ts';
import { encryptPlaylist, protectPlaylist, type MediaUnit } from '@pardeh/hls/encrypt-playlist';
import type { MediaPlaylist } from '@pardeh/hls/playlist';

export const KEY_FILE = 'media.key';

export interface PlaylistRewriter {
  tag: string;
  /** Null for a playlist whose files cannot be encrypted. */
  rewrite: (playlist: MediaPlaylist, units: readonly MediaUnit[]) => Promise<string | null>;
}

export async function openAesPlaylist(secret: string, scope: KeyScope, path: string): Promise<PlaylistRewriter> {
  const getVector = createVectors(secret, scope);
  const hour = `h${String(scope.hour)}`;
  const toRange = ({ range }: MediaUnit) => (range ? `-${String(range.offset)}-${String(range.length)}` : '');
  const toName = (unit: MediaUnit) => toRange(unit) + unit.file;
  return {
    tag: toHex(await getVector(path, null)),
    rewrite: async (playlist, units) => {
      const vectors = new Map<string, string>();
      for (const unit of units)
        vectors.set(toName(unit), toHex(await getVector(unit.file, unit.range?.offset ?? null)));
      const getAddress = (unit: MediaUnit) => `${hour}${toRange(unit)}/${unit.file}`;
      return encryptPlaylist(playlist, getAddress, (unit) => ({
        uri: `${hour}/${KEY_FILE}`,
        iv: vectors.get(toName(unit)) ?? '',
      }));
    },
  };
}

export async function openProtectedPlaylist(
  { secret, licences }: Protection,
  scope: Omit<KeyScope, 'path'>,
): Promise<PlaylistRewriter> {
  const { id } = await deriveContentKey(secret, scope);
  const systems = [...licences.keys()];
  return {
    tag: `${toHex(id)}-${systems.join('-')}`,
    rewrite: (playlist, units) => {
      const inits = playlist.segments.map(({ map }) => map ?? '');
      const isPlain =
        units.every(({ range }) => range === null) && inits.every((map) => map.includes(`"${INIT_FILE}"`));
      const getAddress = ({ file }: MediaUnit) => `h${String(scope.hour)}/${file}`;
      const lines = systems.map((system) => toProtectionLine(system, id));
      return Promise.resolve(isPlain ? protectPlaylist(playlist, getAddress, lines) : null);
    },
  };
}

function toProtectionLine(system: KeySystem, id: Uint8Array): string {
  const box = buildSystemBox(system, id);
  const key = box
    ? `URI="data:text/plain;base64,${toBase64(box)}",KEYID=0x${toHex(id)}`
    : `URI="${FAIRPLAY_URI}${toHex(id)}"`;
  return `#EXT-X-KEY:METHOD=SAMPLE-AES,${key},KEYFORMAT="${KEY_FORMATS[system]}",KEYFORMATVERSIONS="1"`;
}

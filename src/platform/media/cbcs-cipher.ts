import { toHex } from './bytes-as-text.ts';
import type { EncryptedUnit, MediaCipher } from './encrypted-file.ts';
import type { KeySystem } from '@pardeh/hls/key-systems';
import { readShared, type MediaContext } from './shared-file.ts';
import { StorageFailure } from './stored-file.ts';
import { UnsupportedMedia } from './cbcs/boxes.ts';
import { buildSystemBox } from './cbcs/key-system-boxes.ts';
import { protectInit, readTrackFormat, type ContentKey } from './cbcs/protect-init.ts';
import { protectSegment } from './cbcs/protect-segment.ts';

/** The only initialisation of a rendition: slices of its segments cannot be read without it. */
export const INIT_FILE = 'init.mp4';

export function createCbcsCipher(
  request: Request,
  context: MediaContext,
  { folder, path, file }: EncryptedUnit,
  { key, systems }: { key: ContentKey; systems: readonly KeySystem[] },
): MediaCipher {
  const encrypt = async (bytes: ArrayBuffer) => {
    const boxes = () => systems.map((system) => buildSystemBox(system, key.id)).filter((box) => box !== null);
    if (file === INIT_FILE) return protectInit(new Uint8Array(bytes), key, boxes()).buffer;
    const init = await readShared(request, context, `video/${folder}/${path}/${INIT_FILE}`);
    if (!init || init.file === 'large') throw new UnsupportedMedia(`no ${INIT_FILE} beside it`);
    const format = readTrackFormat(new Uint8Array(init.file.bytes));
    return (await protectSegment(new Uint8Array(bytes), format, key)).buffer;
  };
  return {
    tag: `${toHex(key.id)}-${systems.join('-')}`,
    encrypt: (bytes) =>
      encrypt(bytes).catch((cause: unknown) => {
        if (!(cause instanceof UnsupportedMedia)) throw cause;
        throw new StorageFailure(`${folder}/${path}/${file} cannot be protected: ${cause.message}`, { cause });
      }),
  };
}

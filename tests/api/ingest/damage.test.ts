// @module-tag full
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFilm } from '../../support/media/flash-and-beep.ts';
import { ingestFilm } from '../../support/media/ingest-film.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const inFolder = useTemporaryFolder();

const TS_PACKET = 188;
const cut = (bytes: Uint8Array) => bytes.subarray(0, bytes.length * 0.6);
const flip = (bytes: Uint8Array) =>
  bytes.map((byte, at) => (at > bytes.length / 3 && at % 61 === 0 ? byte ^ 0xff : byte));
const punch = (bytes: Uint8Array) => {
  const third = Math.floor(bytes.length / 3 / TS_PACKET) * TS_PACKET;
  return new Uint8Array([...bytes.subarray(0, third), ...bytes.subarray(2 * third)]);
};

const DAMAGES: [name: string, file: string, damage: (bytes: Uint8Array) => Uint8Array, reason: RegExp][] = [
  ['an MP4 that was cut', 'cut.mp4', cut, /s are missing|decode errors/],
  ['an MKV that was cut', 'cut.mkv', cut, /the file declares 8\.\d s/],
  ['a TS with a hole', 'hole.ts', punch, /s are missing in \d places|decode errors/],
  ['an MP4 with wrong bytes', 'flipped.mp4', flip, /decode errors/],
];

describe('a damaged source is refused with its seconds', () => {
  test.each(DAMAGES)('%s (%s)', async (_, name, damage, reason) => {
    const output = name.endsWith('.mp4') ? ['-movflags', '+faststart'] : [];
    const film = makeFilm(inFolder(`whole-${name}`), { output });
    const file = inFolder(name);
    writeFileSync(file, damage(readFileSync(film)));
    const root = inFolder(`of-${name}`);
    await expect(ingestFilm(file, root)).rejects.toThrow(/is damaged:/);
    await expect(ingestFilm(file, root)).rejects.toThrow(reason);
    expect(readdirSync(root)).toEqual(['work']);

    const published = await ingestFilm(file, root, true);
    expect(published.damage.join()).toMatch(reason);
    expect(readFileSync(join(published.hls, 'master.m3u8'), 'utf8')).toContain('DATA-ID="ir.pardeh.damage"');
  });

  test('sound that ends seconds before the picture', async () => {
    const file = makeFilm(inFolder('short.mkv'), { sound: 'atrim=end=5' });
    await expect(ingestFilm(file, inFolder('of-short'))).rejects.toThrow(/sound 1: ends at 5\.\d s, [23]\.\d s before/);
  });
});

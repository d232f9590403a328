import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findPictureFormat, readPictureHeader, type PictureFormat } from '../../../src/platform/media/picture-file.ts';
import { stripJpeg } from '../../../src/platform/media/strip-jpeg.ts';

const picture = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#a06030' } });
const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const;
const encode = async (format: PictureFormat) => new Uint8Array(await picture(301, 200).toFormat(format).toBuffer());
const STILL = { isAnimated: false, isComplete: true };

describe('the header of a picture', () => {
  test.each(FORMATS)('of %s is read as sharp reads it, and is incomplete in every part of the file', async (format) => {
    const bytes = await encode(format);
    expect(findPictureFormat(bytes)).toBe(format);
    expect(readPictureHeader(bytes, format)).toEqual({ width: 301, height: 200, ...STILL });
    for (let length = 0; length < bytes.byteLength; length += 1)
      expect(readPictureHeader(bytes.slice(0, length), format)?.isComplete ?? false, String(length)).toBe(false);
  });

  test('follows progressive scans, transparency without loss, thumbnails and turns', async () => {
    const others = [
      ['jpeg', await picture(301, 200).jpeg({ progressive: true, mozjpeg: true }).toBuffer()],
      ['jpeg', await picture(301, 200).toColourspace('cmyk').jpeg().toBuffer()],
      ['webp', await picture(301, 200, 4).webp({ lossless: true }).toBuffer()],
      [
        'webp',
        await picture(301, 200)
          .withExif({ IFD0: { Copyright: 'a' } })
          .webp()
          .toBuffer(),
      ],
      ['png', await picture(301, 200, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer()],
      ['jpeg', await picture(200, 301).withMetadata({ orientation: 8 }).jpeg().toBuffer()],
    ] as const;
    for (const [format, bytes] of others)
      expect(readPictureHeader(bytes, format)).toEqual({ width: 301, height: 200, ...STILL });
  });

  test('tells what moves', async () => {
    const frames = await Promise.all(
      ['#000000', '#ffffff'].map((background) =>
        sharp({ create: { width: 9, height: 9, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const webp = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect(readPictureHeader(webp, 'webp')).toMatchObject({ isAnimated: true });
  });

  test('of anything else is null or a size, and no bytes make it fail', async () => {
    const starts = await Promise.all(
      FORMATS.map(async (format) => [format, (await encode(format)).slice(0, 40)] as const),
    );
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 300 }), ([format, start], rest) => {
        const header = readPictureHeader(new Uint8Array([...start, ...rest]), format);
        expect(header === null || header.width > 0).toBe(true);
      }),
    );
    const nested = new Uint8Array(800_000);
    const view = new DataView(nested.buffer);
    for (let at = 0; at + 8 <= nested.byteLength; at += 8) {
      view.setUint32(at, nested.byteLength - at);
      view.setUint32(at + 4, 0x6970636f);
    }
    expect(readPictureHeader(nested, 'avif')).toBe(null);
  });
});

test('a JPEG loses what a camera wrote, and shows the same picture', async () => {
  const jpeg = await picture(301, 200)
    .withExif({ IFD0: { Copyright: 'secret-place' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>secret-place</a></x:xmpmeta>')
    .jpeg()
    .toBuffer();
  expect(jpeg.toString('latin1')).toContain('secret-place');
  const stripped = stripJpeg(new Uint8Array(jpeg));
  expect(new TextDecoder('latin1').decode(stripped)).not.toContain('secret-place');
  expect(await sharp(stripped).raw().toBuffer()).toEqual(await sharp(jpeg).raw().toBuffer());
});

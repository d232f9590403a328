import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { joinBytes } from './join-bytes.ts';

/** Markup that no picture may bring to a visitor. */
export const FOREIGN = '<html><script>alert("foreign")</script>';
const encode = (text: string) => new TextEncoder().encode(text);
const page = encode(FOREIGN);

interface Size {
  width: number;
  height: number;
}

/** A file that is sent as a picture, and the refusal; null: it is stored without its foreign part. */
interface ForeignPicture {
  name: string;
  bytes: Uint8Array;
  type: string;
  refusal: string | null;
}

/** Pictures of a size that are something else besides, and others that would cost a decoder its memory. */
export async function makeForeignPictures(size: Size): Promise<ForeignPicture[]> {
  const paint = (background: string) => sharp({ create: { ...size, channels: 3, background } });
  const [jpeg, png, other, gif] = await Promise.all([
    paint('#c02020').jpeg().toBuffer(),
    paint('#20c020').png().toBuffer(),
    paint('#2020c0').png().toBuffer(),
    paint('#20c0c0').gif().toBuffer(),
  ]);
  const frames = await sharp([png, other], { join: { animated: true } })
    .webp()
    .toBuffer();
  const svg = encode(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${FOREIGN}</svg>`);
  const bomb = joinBytes([png.subarray(0, 16), toUint32(30_000), toUint32(30_000), png.subarray(24)]);
  const form = (name: string, type: string, refusal: string | null, ...parts: Uint8Array[]): ForeignPicture => ({
    ...{ name, type, refusal, bytes: joinBytes(parts) },
  });
  return [
    form('an SVG', 'image/svg+xml', '415 picture_format', svg),
    form('an SVG named .png', 'image/png', '415 picture_format', svg),
    form('a page named .jpg', 'image/jpeg', '415 picture_format', page),
    form('a GIF that is a page', 'image/gif', '415 picture_format', gif, page),
    form('a GIF that is a page, named .png', 'image/png', '415 picture_format', gif, page),
    form('a picture that is called a page', 'text/html', '415 picture_name', jpeg),
    form('an animated WebP', 'image/webp', '422 picture_animated', frames),
    form('an animated PNG', 'image/png', '422 picture_animated', ...insertChunk(png, 'acTL', new Uint8Array(8))),
    form('a PNG of 900 million pixels', 'image/png', '422 picture_pixels', bomb),
    form('a file above 20 MB', 'image/jpeg', '413 picture_large', jpeg, new Uint8Array(20_000_001)),
    form('zero bytes', 'image/png', '422 picture_empty'),
    form('a JPEG with an archive behind it', 'image/jpeg', null, jpeg, makeArchive()),
    form('a JPEG with a page in its comment', 'image/jpeg', null, ...addComment(jpeg)),
    form('a PNG with a script in a chunk', 'image/png', null, ...insertChunk(png, 'tEXt', encode(`a\0${FOREIGN}`))),
    form('a PNG with an archive behind it', 'image/png', null, other, makeArchive()),
  ];
}

function toUint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** Behind the header of a PNG. */
function insertChunk(png: Uint8Array, type: string, content: Uint8Array): Uint8Array[] {
  const body = joinBytes([encode(type), content]);
  const at = 8 + 25;
  return [png.subarray(0, at), toUint32(content.byteLength), body, toUint32(crc32(body)), png.subarray(at)];
}

function addComment(jpeg: Uint8Array): Uint8Array[] {
  return [jpeg.subarray(0, 2), Uint8Array.of(0xff, 0xfe, 0, page.byteLength + 2), page, jpeg.subarray(2)];
}

/** A ZIP of one stored file. Its list is at the end, so that programs open it whatever is before. */
function makeArchive(): Uint8Array {
  const name = encode('a.html');
  const write = (bytes: number, ...values: readonly [at: number, value: number][]) => {
    const view = new DataView(new ArrayBuffer(bytes));
    for (const [at, value] of values) view.setUint32(at, value, true);
    return new Uint8Array(view.buffer);
  };
  const length = page.byteLength;
  const facts = write(26, [0, 20], [10, crc32(page)], [14, length], [18, length], [22, name.byteLength]);
  const file = joinBytes([encode('PK\x03\x04'), facts, name, page]);
  const entry = joinBytes([encode('PK\x01\x02\x14\0'), facts, new Uint8Array(14), name]);
  const end = write(18, [4, 0x1_0001], [8, entry.byteLength], [12, file.byteLength]);
  return joinBytes([file, entry, encode('PK\x05\x06'), end]);
}

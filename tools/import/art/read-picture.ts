import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, isAbsolute, resolve, sep } from 'node:path';
import sharp from 'sharp';
import { IMAGE_WIDTHS, type ArtKind } from '../../../src/platform/image-widths.ts';
import { parsed, refused, type Parsed } from '../../../src/features/titles/facts/parsed.ts';

const MAX_BYTES = 20_000_000;
/** As the Node host's pictures: 160 MB once decoded. */
export const MAX_PIXELS = 40_000_000;

/** Names of each format, and its first bytes. */
const FORMATS = [
  { name: 'JPEG', ends: ['.jpg', '.jpeg'], start: /^\u00ff\u00d8\u00ff/ },
  { name: 'PNG', ends: ['.png'], start: /^.PNG\r\n/ },
  { name: 'WebP', ends: ['.webp'], start: /^RIFF.{4}WEBP/s },
  { name: 'AVIF', ends: ['.avif'], start: /^.{4}ftyp(?:avif|avis|mif1)/s },
];
export const PICTURE_ENDS = FORMATS.flatMap(({ ends }) => ends);

/** Width by height: what each kind is cut to, and how far from it a picture may be, so that enough of it remains. */
const SHAPES: Partial<Record<ArtKind, { from: number; to: number }>> = {
  poster: { from: 0.5, to: 1 },
  backdrop: { from: 1.2, to: 2.8 },
  still: { from: 1.2, to: 2.8 },
  portrait: { from: 0.5, to: 1.6 },
  wordmark: { from: 0.5, to: 8 },
};

export interface PictureFile {
  bytes: Uint8Array;
  /** Of its content, 64 hex digits. */
  hash: string;
  end: string;
}

/** The file that a row names, below its folder; the reason where it names none or leaves it, also by a link. */
export function findPictureFile(path: string, folder: string): Parsed<string> {
  const name = path.replaceAll('\\', '/');
  if (/^[a-z]+:\/\//i.test(name)) return refused('is an address: pictures are files beside the import');
  const root = realpathSync(folder);
  const file = resolve(root, name);
  if (isAbsolute(name) || !file.startsWith(root + sep)) return refused('leaves the folder of the import');
  try {
    const real = realpathSync(file);
    return real.startsWith(root + sep) ? parsed(real) : refused('leaves the folder of the import');
  } catch {
    return refused('there is no such file');
  }
}

/** Reads a picture and checks all that its header tells, before anything is decoded. */
export async function readPictureFile(file: string, kind: ArtKind): Promise<Parsed<PictureFile>> {
  const stats = await stat(file);
  if (!stats.isFile()) return refused('is not a file');
  if (stats.size === 0) return refused('is empty');
  if (stats.size > MAX_BYTES) return refused(`has more than ${String(MAX_BYTES / 1e6)} MB`);
  const bytes = await readFile(file);
  const end = extname(file).toLowerCase();
  const fault = findFormatFault(bytes, end) ?? (await findSizeFault(bytes, kind));
  if (fault !== null) return refused(fault);
  return parsed({ bytes, hash: createHash('sha256').update(bytes).digest('hex'), end });
}

function findFormatFault(bytes: Uint8Array, end: string): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1000));
  const format = FORMATS.find(({ start }) => start.test(head));
  if (format?.ends.includes(end)) return null;
  if (format) return `is ${format.name}, and its name ends in ${end || 'nothing'}`;
  if (/^GIF8/.test(head)) return 'is GIF: give JPEG, PNG, WebP or AVIF';
  if (/<svg/i.test(head)) return 'is SVG: give JPEG, PNG, WebP or AVIF';
  return 'is neither JPEG, PNG, WebP nor AVIF';
}

async function findSizeFault(bytes: Uint8Array, kind: ArtKind): Promise<string | null> {
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (header === null) return 'is damaged: its header cannot be read';
  const { width, height } = header.autoOrient;
  const size = `${String(width)} × ${String(height)} pixels`;
  if ((header.pages ?? 1) > 1) return 'is animated';
  if (width * height > MAX_PIXELS) return `has ${size}, and ${String(MAX_PIXELS / 1e6)} million are the limit`;
  const least = IMAGE_WIDTHS[kind][0];
  if (width < least) return `is ${size}: a ${kind} has at least ${String(least)} across`;
  const shape = SHAPES[kind];
  const ratio = width / height;
  if (shape && (ratio < shape.from || ratio > shape.to)) return `is ${size}: not the shape of a ${kind}`;
  return null;
}

import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, isAbsolute, resolve, sep } from 'node:path';
import { IMAGE_WIDTHS, type ArtKind } from '../../../src/platform/image-widths.ts';
import type { PictureFormat } from '../../../src/platform/media/picture-file.ts';
import { parsed, refused, type Parsed } from '../../../src/features/titles/facts/parsed.ts';
import {
  findPictureFault,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_PIXELS,
  PICTURE_ENDS,
  type PictureFault,
} from '../../../src/features/titles/picture-rules.ts';

const NO_LOOK = { format: null, width: 0, height: 0 };
export const PICTURE_FILE_ENDS = Object.values(PICTURE_ENDS).flat();

export interface PictureFile {
  bytes: Uint8Array;
  /** Of its content, 64 hex digits. */
  hash: string;
  end: string;
  /** Pixels, upright. */
  width: number;
  height: number;
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
  // Before it is read.
  if (stats.size > MAX_PICTURE_BYTES) return refused(describeFault('too_large', NO_LOOK, { kind, end: '' }));
  const bytes = await readFile(file);
  const end = extname(file).toLowerCase();
  const look = findPictureFault(bytes, kind, (format) => PICTURE_ENDS[format].includes(end));
  if (look.fault !== null) return refused(describeFault(look.fault, look, { kind, end }));
  return parsed({
    bytes,
    hash: createHash('sha256').update(bytes).digest('hex'),
    end,
    ...{ width: look.width, height: look.height },
  });
}

const NAMES: Record<PictureFormat, string> = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP', avif: 'AVIF' };

function describeFault(
  fault: PictureFault,
  { format, width, height }: { format: PictureFormat | null; width: number; height: number },
  { kind, end }: { kind: ArtKind; end: string },
): string {
  const size = `${String(width)} × ${String(height)} pixels`;
  const reasons: Record<PictureFault, string> = {
    empty: 'is empty',
    too_large: `has more than ${String(MAX_PICTURE_BYTES / 1e6)} MB`,
    gif: 'is GIF: give JPEG, PNG, WebP or AVIF',
    svg: 'is SVG: give JPEG, PNG, WebP or AVIF',
    format: 'is neither JPEG, PNG, WebP nor AVIF',
    name: `is ${format === null ? 'another format' : NAMES[format]}, and its name ends in ${end || 'nothing'}`,
    damaged: 'is damaged: its header cannot be read',
    animated: 'is animated',
    pixels: `has ${size}, and ${String(MAX_PICTURE_PIXELS / 1e6)} million are the limit`,
    narrow: `is ${size}: a ${kind} has at least ${String(IMAGE_WIDTHS[kind][0])} across`,
    shape: `is ${size}: not the shape of a ${kind}`,
    cut_off: 'is damaged or cut off',
  };
  return reasons[fault];
}

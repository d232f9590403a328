import { getAttribute } from './lines.ts';
import { getMapUri, joinLines, type MediaPlaylist } from './playlist.ts';

export interface MediaUnit {
  file: string;
  /** Bytes; null for the whole file. */
  range: { length: number; offset: number } | null;
}

export interface KeyTag {
  uri: string;
  iv: string;
}

export const ENCRYPTED_FILE = /\.(m4s|m4a|mp4)$/;
const PLAIN_NAME = /^[\w-]+\.(m4s|m4a|mp4)$/;

/** Initialisations first. Null for files that are not beside the playlist, and for one with keys of its own. */
export function listUnits({ segments }: MediaPlaylist): MediaUnit[] | null {
  const maps = [...new Set(segments.flatMap(({ map }) => map ?? []))];
  const units = [...maps.map(toMapUnit), ...segments.map(({ uri, byteRange }) => ({ file: uri, range: byteRange }))];
  if (units.every(({ file }) => /\.vtt$/.test(file))) return [];
  return units.every(({ file }) => PLAIN_NAME.test(file)) && segments.every(({ keys }) => keys.length === 0)
    ? units
    : null;
}

/** RFC 8216, 4.3.2.4: an initialisation requires a vector. Ranges of one file are encrypted each for itself. */
export function encryptPlaylist(
  { head, segments, tail }: MediaPlaylist,
  getAddress: (unit: MediaUnit) => string,
  getKey: (unit: MediaUnit) => KeyTag,
): string {
  const lines = segments.flatMap(({ uri, byteRange, lines: segmentLines }) => {
    const unit = { file: uri, range: byteRange };
    const tags = segmentLines.slice(0, -1).flatMap((line) => {
      if (line.startsWith('#EXT-X-BYTERANGE:')) return [];
      if (line.startsWith('#EXTINF:')) return [toKeyLine(getKey(unit)), line];
      if (!line.startsWith('#EXT-X-MAP:')) return [line];
      const map = toMapUnit(line);
      return [toKeyLine(getKey(map)), `#EXT-X-MAP:URI="${getAddress(map)}"`];
    });
    return [...tags, getAddress(unit)];
  });
  return joinLines([...head, ...lines, ...tail]);
}

/** The samples of all files by one key: `keys`, the lines of its systems, come once. */
export function protectPlaylist(
  { head, segments, tail }: MediaPlaylist,
  getAddress: (unit: MediaUnit) => string,
  keys: readonly string[],
): string {
  const lines = segments.flatMap(({ uri, lines: segmentLines }) => [
    ...segmentLines
      .slice(0, -1)
      .map((line) => (line.startsWith('#EXT-X-MAP:') ? `#EXT-X-MAP:URI="${getAddress(toMapUnit(line))}"` : line)),
    getAddress({ file: uri, range: null }),
  ]);
  return joinLines([...head, ...keys, ...lines, ...tail]);
}

export function toKeyLine({ uri, iv }: KeyTag): string {
  return `#EXT-X-KEY:METHOD=AES-128,URI="${uri}",IV=0x${iv}`;
}

function toMapUnit(line: string): MediaUnit {
  const range = /^(\d+)(?:@(\d+))?$/.exec(getAttribute(line, 'EXT-X-MAP', 'BYTERANGE') ?? '');
  return {
    file: getMapUri(line) ?? '',
    range: range && { length: Number(range[1]), offset: Number(range[2] ?? 0) },
  };
}

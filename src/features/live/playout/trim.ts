/** A live playlist of somebody else's, cut to its live window. Pure. */

/** Tags that belong to the segment that follows them. */
const SEGMENT_TAG = /^#EXT(INF|-X-(BYTERANGE|DISCONTINUITY|PROGRAM-DATE-TIME|GAP|BITRATE)(?=:|$))/;
/** Tags that hold until the next of their kind. */
const HELD = /^#EXT-X-(MAP|KEY):/;
const HEAD = /^#EXT-X-(VERSION|TARGETDURATION|INDEPENDENT-SEGMENTS|PLAYLIST-TYPE)(:|$)/;
const MIN_SEGMENTS = 3;

interface SourceSegment {
  tags: string[];
  uri: string;
  /** The tags that hold here, by kind. */
  held: Map<string, string>;
  seconds: number;
  /** When it was on, in milliseconds of the epoch, where the playlist says or implies it. */
  at: number | null;
}

export interface TrimOptions {
  /** At most so many of the last segments. */
  segments: number;
  /** At most so many bytes, as far as three segments fit into them. */
  bytes: number;
  /** The absolute address of what the playlist names. */
  resolve: (uri: string) => string;
}

export function isPlaylist(text: string): boolean {
  return /^\uFEFF?#EXTM3U(\s|$)/.test(text);
}

export function isMaster(text: string): boolean {
  return /^#EXT-X-STREAM-INF:/m.test(text);
}

/** The last segments of a playlist, numbered as they were, with absolute addresses; low-latency extras are left out. */
export function trimPlaylist(text: string, { segments, bytes, resolve }: TrimOptions): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const all = parseSegments(lines);
  for (let count = Math.min(segments, all.length); ; count -= 1) {
    const trimmed = render(lines, all, all.length - count, resolve);
    if (count <= MIN_SEGMENTS || new TextEncoder().encode(trimmed).length <= bytes) return trimmed;
  }
}

function parseSegments(lines: readonly string[]): SourceSegment[] {
  const segments: SourceSegment[] = [];
  const held = new Map<string, string>();
  let tags: string[] = [];
  let at: number | null = null;
  for (const line of lines) {
    const kind = HELD.exec(line)?.[1];
    if (kind !== undefined) held.set(kind, line);
    else if (SEGMENT_TAG.test(line)) tags.push(line);
    else if (line !== '' && !line.startsWith('#')) {
      const seconds = Number(/^#EXTINF:([\d.]+)/.exec(tags.find((tag) => tag.startsWith('#EXTINF')) ?? '')?.[1] ?? 0);
      const dateTag = tags.find((tag) => tag.startsWith('#EXT-X-PROGRAM-DATE-TIME:'));
      const date = dateTag === undefined ? NaN : Date.parse(dateTag.slice(dateTag.indexOf(':') + 1));
      if (!Number.isNaN(date)) at = date;
      segments.push({ tags, uri: line, held: new Map(held), seconds, at });
      if (at !== null) at += seconds * 1000;
      tags = [];
    }
  }
  return segments;
}

function render(
  lines: readonly string[],
  all: readonly SourceSegment[],
  removed: number,
  resolve: (uri: string) => string,
): string {
  const number = (tag: string) => Number(lines.find((line) => line.startsWith(`${tag}:`))?.slice(tag.length + 1) ?? 0);
  const gone = all.slice(0, removed).filter(({ tags }) => tags.includes('#EXT-X-DISCONTINUITY')).length;
  const out = [
    '#EXTM3U',
    ...lines.filter((line) => HEAD.test(line)),
    `#EXT-X-MEDIA-SEQUENCE:${number('#EXT-X-MEDIA-SEQUENCE') + removed}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${number('#EXT-X-DISCONTINUITY-SEQUENCE') + gone}`,
  ];
  const held = new Map<string, string>();
  for (const [index, part] of all.slice(removed).entries()) {
    for (const [kind, line] of part.held) {
      if (held.get(kind) === line) continue;
      held.set(kind, line);
      out.push(line.replace(/URI="([^"]*)"/, (_, uri: string) => `URI="${resolve(uri)}"`));
    }
    const dated = part.tags.some((tag) => tag.startsWith('#EXT-X-PROGRAM-DATE-TIME'));
    if (index === 0 && !dated && part.at !== null) {
      out.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(part.at).toISOString()}`);
    }
    out.push(...part.tags, resolve(part.uri));
  }
  if (lines.includes('#EXT-X-ENDLIST')) out.push('#EXT-X-ENDLIST');
  return `${out.join('\n')}\n`;
}

/** Every playlist that a master names, in its order. */
export function listPlaylists(master: string): string[] {
  const lines = master.split(/\r?\n/).map((line) => line.trim());
  return lines.flatMap((line, at) => {
    if (line.startsWith('#EXT-X-STREAM-INF:')) {
      const uri = lines.slice(at + 1).find((next) => next !== '' && !next.startsWith('#'));
      return uri === undefined ? [] : [uri];
    }
    const uri = line.startsWith('#EXT-X-MEDIA:') ? /[:,]URI="([^"]*)"/.exec(line)?.[1] : undefined;
    return uri === undefined ? [] : [uri];
  });
}

/** A master whose playlists are `nameSegment(0)`, `nameSegment(1)` …, in the order of `listPlaylists`; the extras of others left out. */
export function renamePlaylists(master: string, nameSegment: (index: number) => string): string {
  let index = 0;
  const kept = master.split(/\r?\n/).flatMap((raw) => {
    const line = raw.trim();
    if (line.startsWith('#EXT-X-I-FRAME-STREAM-INF') || line.startsWith('#EXT-X-CONTENT-STEERING')) return [];
    if (line.startsWith('#EXT-X-MEDIA:')) {
      return [line.replace(/([:,])URI="[^"]*"/, (_, before: string) => `${before}URI="${nameSegment(index++)}"`)];
    }
    return line === '' ? [] : [line.startsWith('#') ? line : nameSegment(index++)];
  });
  return `${kept.join('\n')}\n`;
}

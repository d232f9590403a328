import { toMediaTag, type NewRendition } from './build-playlist.ts';
import { getAttribute } from './lines.ts';
import { listRenditions, parseMasterPlaylist, serializePlaylist, type MasterItem, type Rendition } from './playlist.ts';

/** A sound of a master playlist. Its playlists are one for each group, and have one name. */
export interface SoundTrack {
  uris: string[];
  name: string;
  language: string;
  isDescription: boolean;
}

export interface SubtitleRendition {
  uri: string;
  language: string;
  isForced: boolean;
  isForDeaf: boolean;
}

const SUBTITLE_GROUP = 'subs';
const getValue = (line: string, name: string) => getAttribute(line, 'EXT-X-MEDIA', name) ?? '';
const isSubtitle = (item: MasterItem) => item.kind === 'rendition' && item.type === 'SUBTITLES';
const isDescription = (line: string) => getValue(line, 'CHARACTERISTICS').includes('describes-video');

export function readTracks(text: string): { sounds: SoundTrack[]; subtitles: SubtitleRendition[] } {
  const master = parseMasterPlaylist(text);
  const renditions = (master ? listRenditions(master) : []).filter(({ uri }) => uri !== null);
  const lines = renditions.flatMap(({ type, lines: [line] }) => (type === 'AUDIO' ? [line] : []));
  const sounds = Map.groupBy(lines, (line) => getValue(line, 'NAME'));
  return {
    sounds: Array.from(sounds, ([name, [first = '', ...others]]) => ({
      ...{ name, language: getValue(first, 'LANGUAGE'), isDescription: isDescription(first) },
      uris: [first, ...others].map((line) => getValue(line, 'URI')),
    })),
    subtitles: renditions.flatMap(({ type, uri, language, isForced, lines: [line] }) => {
      const isForDeaf = getValue(line, 'CHARACTERISTICS').includes('transcribes-spoken-dialog');
      return type === 'SUBTITLES' ? [{ uri: uri ?? '', language: language ?? '', isForced, isForDeaf }] : [];
    }),
  };
}

/** The playlist with these subtitles in place of its own, and these names and languages of its sounds. */
export function replaceTracks(
  text: string,
  { sounds, subtitles }: { sounds: readonly SoundTrack[]; subtitles: readonly NewRendition[] },
): string {
  const master = parseMasterPlaylist(text);
  if (!master) return text;
  const items = master.items.filter((item) => !isSubtitle(item));
  const at = items.findLastIndex(({ kind }) => kind === 'rendition');
  const firstVariant = items.findIndex(({ kind }) => kind === 'variant');
  const place = at >= 0 ? at + 1 : firstVariant;
  const kinds = new Set<string>();
  const tracks = items.map((item): MasterItem => {
    if (item.kind === 'variant' && item.size) {
      const [tag = '', ...rest] = item.lines;
      const group = subtitles.length > 0 ? `"${SUBTITLE_GROUP}"` : null;
      return { ...item, lines: [setAttribute(tag, 'SUBTITLES', group), ...rest] };
    }
    if (item.kind !== 'rendition' || item.type !== 'AUDIO') return item;
    const sound = sounds.find(({ uris }) => uris.includes(item.uri ?? ''));
    return sound ? { ...item, lines: [nameSound(item, sound, kinds)] } : item;
  });
  const added = subtitles.map((rendition): MasterItem => ({ kind: 'other', lines: [toMediaTag(rendition)] }));
  return serializePlaylist({ ...master, items: tracks.toSpliced(place, 0, ...added) });
}

/** Of the sounds of a language in a group the first is chosen by itself (RFC 8216, 4.3.4.1). */
function nameSound({ lines: [line], groupId, isDefault }: Rendition, sound: SoundTrack, kinds: Set<string>): string {
  const kind = [groupId, sound.language, sound.isDescription].join(' ');
  const isFirst = !kinds.has(kind);
  kinds.add(kind);
  const values: readonly (readonly [name: string, value: string])[] = [
    ['NAME', `"${sound.name}"`],
    ['LANGUAGE', `"${sound.language}"`],
    ['AUTOSELECT', isFirst || isDefault ? 'YES' : 'NO'],
  ];
  return values.reduce((tag, [name, value]) => setAttribute(tag, name, value), line);
}

function setAttribute(line: string, name: string, value: string | null): string {
  const end = line.indexOf(':') + 1;
  const pairs = Array.from(line.slice(end).matchAll(/([\w-]+)=("[^"]*"|[^",]*)/g), ([, key = '', old = '']) => ({
    key,
    old,
  }));
  const others = pairs.filter(({ key }) => key !== name);
  const at = pairs.findIndex(({ key }) => key === name);
  const added = value === null ? [] : [{ key: name, old: value }];
  const list = others.toSpliced(at < 0 ? others.length : at, 0, ...added);
  return line.slice(0, end) + list.map(({ key, old }) => `${key}=${old}`).join(',');
}

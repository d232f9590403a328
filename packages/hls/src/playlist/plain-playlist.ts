import { getAttribute } from './lines.ts';
import { getMapUri, listLines, joinLines, parseMediaPlaylist, replaceUri } from './playlist.ts';

export interface KeyedFile {
  uri: string;
  keyUrl: string | null;
  iv: Uint8Array<ArrayBuffer> | null;
}

const HOUR_FOLDER = /^h\d{6}\//;

export function toPlainName(uri: string): string {
  return uri.replace(HOUR_FOLDER, '');
}

/** The files of a playlist of ours, each once, with the key of those in AES-128. Null for keys of another kind. */
export function listKeyedFiles(text: string, base: string): KeyedFile[] | null {
  const files = new Map<string, { uri: string; keys: readonly string[] }>();
  for (const { uri, map, keys, mapKeys } of parseMediaPlaylist(text)?.segments ?? []) {
    const mapUri = getMapUri(map);
    if (mapUri !== null) files.set(mapUri, { uri: mapUri, keys: mapKeys });
    files.set(uri, { uri, keys });
  }
  const keyed = [...files.values()].map(({ uri, keys }) => readKey(uri, keys, base));
  return keyed.every((file) => file !== null) ? keyed : null;
}

export function toPlainPlaylist(text: string): string {
  const playlist = parseMediaPlaylist(text);
  if (!playlist) return text;
  const lines = listLines(playlist).filter((line) => !line.startsWith('#EXT-X-KEY:'));
  return joinLines(lines.map((line) => (line.startsWith('#') ? replaceUri(line, toPlainName) : toPlainName(line))));
}

function readKey(uri: string, [line, ...others]: readonly string[], base: string): KeyedFile | null {
  if (line === undefined) return { uri, keyUrl: null, iv: null };
  const get = (name: string) => getAttribute(line, 'EXT-X-KEY', name);
  const [, digits] = /^0x([0-9a-f]{32})$/i.exec(get('IV') ?? '') ?? [];
  const keyUri = get('URI');
  if (others.length > 0 || get('METHOD') !== 'AES-128' || digits === undefined || keyUri === undefined) return null;
  const iv = Uint8Array.from({ length: 16 }, (_, at) => parseInt(digits.slice(2 * at, 2 * at + 2), 16));
  return { uri, keyUrl: new URL(keyUri, base).href, iv };
}

import { readFileSync } from 'node:fs';

/** A small real HLS stream as a provider's own host has it: below /streams, for every origin, with `pass` for a film. */
const DIR = 'seed/media/clip-1/';
const FILE = /^\/streams\/(\w+)\/((?:\d+p|audio|subs)\/[\w-]+\.(m3u8|mp4|m4s|vtt)|\d+\.m3u8)$/;
const TYPES: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  vtt: 'text/vtt',
};

export interface StreamAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer> | string;
}

/** The file at an address; null for an address of no stream. A live channel's playlists have no end. */
export function readStream(url: URL, pass: string): StreamAnswer | null {
  const [, type = '', name = ''] = FILE.exec(url.pathname) ?? [];
  if (name === '') return null;
  // The tests' browser names a client's address with every request (support/fixtures.ts).
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'cf-connecting-ip' };
  const isMaster = /^\d+\.m3u8$/.test(name);
  if (isMaster && type !== 'live' && url.searchParams.get('pass') !== pass) return { status: 403, headers, body: '' };
  const bytes = new Uint8Array(readFileSync(DIR + (isMaster ? 'master.m3u8' : name)));
  const content = { ...headers, 'content-type': TYPES[name.split('.').pop() ?? ''] ?? 'application/octet-stream' };
  if (type !== 'live' || isMaster || !name.endsWith('.m3u8')) return { status: 200, headers: content, body: bytes };
  const text = new TextDecoder().decode(bytes).replace('#EXT-X-PLAYLIST-TYPE:VOD\n', '');
  return { status: 200, headers: content, body: text.replace('#EXT-X-ENDLIST\n', '') };
}

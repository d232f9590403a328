/** The playlists that playing begins with: the lowest rendition's, and its sound's. Relative, as the master names them. */
export function startPlaylists(master: string): string[] {
  const lines = master.split('\n');
  const variants = lines.flatMap((line, at) => {
    const bits = /^#EXT-X-STREAM-INF:.*?\bBANDWIDTH=(\d+)/.exec(line)?.[1];
    return bits === undefined ? [] : [{ bits: Number(bits), uri: lines[at + 1]?.trim() }];
  });
  const [lowest] = variants.sort((a, b) => a.bits - b.bits);
  const sound = lines.find((line) => line.startsWith('#EXT-X-MEDIA:') && line.includes('TYPE=AUDIO'));
  return [lowest?.uri, /\bURI="([^"]+)"/.exec(sound ?? '')?.[1]].filter((uri) => uri !== undefined);
}

/** The files that playing begins with at so many seconds: the initialization, and the segment. Relative, as the playlist names them. */
export function startFiles(playlist: string, position: number): string[] {
  const map = /^#EXT-X-MAP:.*?\bURI="([^"]+)"/m.exec(playlist)?.[1];
  let ends = 0;
  for (const [, seconds, uri] of playlist.matchAll(/^#EXTINF:([\d.]+).*\n(?:#.*\n)*([^#\s]\S*)/gm)) {
    ends += Number(seconds);
    if (ends > position) return [map, uri].filter((one) => one !== undefined);
  }
  return [];
}

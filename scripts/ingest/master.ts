/** The master playlist of what was encoded. Pure. */

/** Rates in bits per second. */
export interface Rates {
  peak: number;
  mean: number;
}

export interface Encoded {
  /** Highest first is nobody's wish: in the order in which players should try. */
  videos: (Rates & { name: string; width: number; height: number; codec: string; frameRate: number })[];
  audio: (Rates & { name: string; language: string | null })[];
  /** Languages, the default one first. */
  subtitles: string[];
}

const AAC = 'mp4a.40.2';

/** The text of `master.m3u8`: qualities with their sound, sound alone, subtitles. */
export function masterPlaylist({ videos, audio, subtitles }: Encoded): string {
  const loudest = {
    peak: Math.max(...audio.map(({ peak }) => peak)),
    mean: Math.max(...audio.map(({ mean }) => mean)),
  };
  const group = subtitles.length > 0 ? ',SUBTITLES="subs"' : '';
  const [first] = audio;
  return [
    ...['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'],
    ...audio.map(
      ({ name, language }, at) =>
        `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="${getTrackName(language, at)}",LANGUAGE="${language ?? 'und'}",` +
        `DEFAULT=${at === 0 ? 'YES' : 'NO'},AUTOSELECT=YES,CHANNELS="2",URI="${name}/index.m3u8"`,
    ),
    ...subtitles.map(
      (language, at) =>
        `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="${getTrackName(language, at)}",LANGUAGE="${language}",` +
        `DEFAULT=${at === 0 ? 'YES' : 'NO'},AUTOSELECT=YES,FORCED=NO,URI="subs/${language}.m3u8"`,
    ),
    ...videos.flatMap(({ name, width, height, codec, frameRate, ...own }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${Math.ceil(own.peak + loudest.peak)},` +
        `AVERAGE-BANDWIDTH=${Math.ceil(own.mean + loudest.mean)},CODECS="${codec},${AAC}",` +
        `RESOLUTION=${width}x${height},FRAME-RATE=${frameRate.toFixed(3)},AUDIO="audio"${group},CLOSED-CAPTIONS=NONE`,
      `${name}/index.m3u8`,
    ]),
    `#EXT-X-STREAM-INF:BANDWIDTH=${Math.ceil(loudest.peak)},AVERAGE-BANDWIDTH=${Math.ceil(loudest.mean)},` +
      `CODECS="${AAC}",AUDIO="audio"`,
    `${first?.name ?? 'audio'}/index.m3u8`,
    '',
  ].join('\n');
}

/** A track's name in its own language, as its speakers look for it; tracks that name none are counted. */
function getTrackName(language: string | null, at: number): string {
  const name = language && new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(language);
  return name ?? `Track ${at + 1}`;
}

/** A subtitle playlist with the whole file as its one part: for so little text, cutting would only add requests. */
export function subtitlePlaylist(language: string, seconds: number): string {
  return [
    ...['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${Math.ceil(seconds)}`, '#EXT-X-MEDIA-SEQUENCE:0'],
    ...['#EXT-X-PLAYLIST-TYPE:VOD', `#EXTINF:${seconds.toFixed(3)},`, `${language}.vtt`, '#EXT-X-ENDLIST', ''],
  ].join('\n');
}

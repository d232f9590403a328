import type { Env } from '../../../src/platform/config/env.ts';
import { forgetPlayouts } from '../../../src/features/live/server/playout.ts';
import { prepareRow } from '../database/rows.ts';

/** A film of an hour in segments of four seconds, with a second sound track, subtitles and a storyboard. */
export const FILM = { folder: 'hour-film', title: 9901, segments: 900, seconds: 4 } as const;

const RENDITIONS = ['240p', '360p', 'audio', 'audio-en'];
const MASTER = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="fa",LANGUAGE="fa",DEFAULT=YES,URI="audio/index.m3u8"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="en",LANGUAGE="en",DEFAULT=NO,URI="audio-en/index.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="fa",LANGUAGE="fa",DEFAULT=YES,URI="subs/fa.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=150000,CODECS="avc1.4D4015,mp4a.40.2",RESOLUTION=426x240,AUDIO="audio",SUBTITLES="subs"
240p/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=240000,CODECS="avc1.4D401E,mp4a.40.2",RESOLUTION=640x360,AUDIO="audio",SUBTITLES="subs"
360p/index.m3u8
`;

function buildPlaylist(): string {
  const segments = Array.from({ length: FILM.segments }, (_, at) => `#EXTINF:4.000000,\nseg-${String(at)}.m4s`);
  const head = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:4', '#EXT-X-PLAYLIST-TYPE:VOD'];
  return [...head, '#EXT-X-MAP:URI="init.mp4"', ...segments, '#EXT-X-ENDLIST', ''].join('\n');
}

/** Stores the film's playlists and other files, and the segments of these numbers in every rendition. */
export async function storeFilm({ MEDIA }: Env, segments: readonly number[]): Promise<void> {
  const names = RENDITIONS.flatMap((rendition) => [
    `${rendition}/init.mp4`,
    ...segments.map((at) => `${rendition}/seg-${String(at)}.m4s`),
  ]);
  const others = ['subs/fa.m3u8', 'subs/fa.vtt', 'storyboard.jpg', 'storyboard.vtt', 'download/360p.mp4'];
  const put = (name: string, body: string) => MEDIA.put(`video/${FILM.folder}/${name}`, body);
  await put('master.m3u8', MASTER);
  for (const rendition of RENDITIONS) await put(`${rendition}/index.m3u8`, buildPlaylist());
  for (const name of [...names, ...others]) await put(name, name);
}

/** The film on a channel of its own, from `start` (minutes of that day, 0 being Saturday) for an hour. */
export async function scheduleFilm(
  { DB }: Env,
  {
    channel,
    day,
    start,
    access,
    media,
  }: {
    channel: number;
    day: number;
    start: number;
    access: 'free' | 'subscription';
    /** True: the programme names the folder alone, and no title. */
    media?: boolean;
  },
): Promise<void> {
  await DB.batch([
    prepareRow(
      DB,
      'titles',
      { id: FILM.title, name_en: 'Film', name_latin: 'film', minutes: 60, age: 7, iranian: 0, media: FILM.folder },
      'INSERT OR IGNORE',
    ),
    prepareRow(DB, 'channels', { id: channel, slug: `channel-${String(channel)}`, name_fa: 'ک', name_en: 'c', access }),
    prepareRow(DB, 'programmes', {
      ...{ channel_id: channel, day, start, name_en: 'film' },
      ...(media ? { media: FILM.folder } : { title_id: FILM.title }),
    }),
  ]);
  forgetPlayouts();
}

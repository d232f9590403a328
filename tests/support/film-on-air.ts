import type { Env } from '../../src/platform/config/env.ts';
import { forgetPlayouts } from '../../src/features/live/server/playout.ts';

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
    DB.prepare(
      `INSERT OR IGNORE INTO titles (id, kind, name_fa, name_en, name_latin, year, minutes, age, views, access, release,
        synopsis_fa, synopsis_en, iranian, media, updated_at)
      VALUES (?, 'movie', 'ف', 'Film', 'film', 2000, 60, 7, 0, 'subscription', 'released', '', '', 0, ?, 0)`,
    ).bind(FILM.title, FILM.folder),
    DB.prepare(
      `INSERT INTO channels (id, slug, name_fa, name_en, synopsis_fa, synopsis_en, access)
      VALUES (?, ?, 'ک', 'c', '', '', ?)`,
    ).bind(channel, `channel-${String(channel)}`, access),
    DB.prepare("INSERT INTO programmes VALUES (?, ?, ?, 60, 'ف', 'film', ?, ?)").bind(
      ...[channel, day, start, media ? null : FILM.title, media ? FILM.folder : null],
    ),
  ]);
  forgetPlayouts();
}

import { buildMasterPlaylist, buildMediaPlaylist, type NewRendition } from '../../src/features/hls/build-playlist.ts';

/** Rates in bits per second. */
export interface Rates {
  peak: number;
  mean: number;
}

export interface Encoded {
  /** Why the source is damaged; published as session data (RFC 8216, 4.3.4.4). */
  damage?: readonly string[];
  /** In the order in which players should try them. */
  videos: (Rates & { name: string; width: number; height: number; codec: string; frameRate: number })[];
  audio: (Rates & { name: string; language: string | null })[];
  /** Languages, the default one first. */
  subtitles: string[];
}

const AAC = 'mp4a.40.2';

/** The text of `master.m3u8`: variants with their sound, sound alone, subtitles. */
export function masterPlaylist({ videos, audio, subtitles, damage = [] }: Encoded): string {
  const loudest = {
    peak: Math.max(...audio.map(({ peak }) => peak)),
    mean: Math.max(...audio.map(({ mean }) => mean)),
  };
  const renditions = [
    ...audio.map(({ name, language }, at): NewRendition => ({
      ...{ type: 'AUDIO', groupId: 'audio', name: getTrackName(language, at), language: language ?? 'und' },
      ...{ isDefault: at === 0, uri: `${name}/index.m3u8` },
    })),
    ...subtitles.map((language, at): NewRendition => ({
      ...{ type: 'SUBTITLES', groupId: 'subs', name: getTrackName(language, at), language },
      ...{ isDefault: at === 0, uri: `subs/${language}.m3u8` },
    })),
  ];
  const variants = videos.map(({ name, width, height, codec, frameRate, peak, mean }) => ({
    ...{ bandwidth: peak + loudest.peak, averageBandwidth: mean + loudest.mean, codecs: `${codec},${AAC}` },
    ...{ picture: { width, height, frameRate }, audio: 'audio', ...(subtitles.length > 0 && { subtitles: 'subs' }) },
    uri: `${name}/index.m3u8`,
  }));
  const audioAlone = {
    ...{ bandwidth: loudest.peak, averageBandwidth: loudest.mean, codecs: AAC, picture: null, audio: 'audio' },
    uri: `${audio[0]?.name ?? 'audio'}/index.m3u8`,
  };
  const text = buildMasterPlaylist(renditions, [...variants, audioAlone]);
  return damage.length === 0 ? text : text.replace(/^#EXT-X-MEDIA:/m, () => `${toSessionData(damage)}\n#EXT-X-MEDIA:`);
}

function toSessionData(damage: readonly string[]): string {
  const value = damage.join('; ').replaceAll(/["\r\n]/g, ' ');
  return `#EXT-X-SESSION-DATA:DATA-ID="ir.pardeh.damage",VALUE="${value}"`;
}

/** A track's name in its own language, as its speakers look for it; tracks that name none are counted. */
function getTrackName(language: string | null, at: number): string {
  const name = language && new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(language);
  return name ?? `Track ${at + 1}`;
}

/** A subtitle playlist with the whole file as its one segment: for so little text, cutting would only add requests. */
export function subtitlePlaylist(language: string, seconds: number): string {
  const segments = [{ uri: `${language}.vtt`, durationUs: seconds * 1e6 }];
  return buildMediaPlaylist({ targetSeconds: Math.ceil(seconds), mediaSequence: 0, type: 'VOD', segments });
}

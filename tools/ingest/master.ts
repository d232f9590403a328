import {
  buildMasterPlaylist,
  type NewIFrameStream,
  type NewRendition,
  type NewVariant,
} from '@pardeh/hls/build-playlist';
import { getTrackName, toSubtitleRenditions } from '../../src/features/ingest/media/subtitle-files.ts';
import type { SoundCodec } from './clock.ts';
import { getGroupCodec, SURROUND_HEIGHT, type SoundGroup, type SoundRendition } from './sounds.ts';
import type { Rates } from './segments.ts';
import type { Subtitle } from './texts.ts';

interface EncodedVideo extends Rates {
  name: string;
  /** The standard height; `width` and `height` are those of the picture. */
  standard: number;
  width: number;
  height: number;
  codec: string;
  frameRate: number;
  keyFrames: Rates;
}

export interface Encoded {
  /** Why the source is damaged; published as session data (RFC 8216, 4.3.4.4). */
  damage?: readonly string[];
  /** In the order in which players should try them. */
  videos: readonly EncodedVideo[];
  audio: readonly (Rates & SoundRendition)[];
  /** The default one first. */
  subtitles: readonly Omit<Subtitle, 'cues'>[];
}

/** RFC 6381 names; HE-AAC is that of version 1. */
const SOUND_CODECS: Record<SoundCodec, string> = { aac: 'mp4a.40.2', 'he-aac': 'mp4a.40.5' };
/** The tallest picture that takes the sound of the lowest rate. */
const LOW_HEIGHT = 240;
const DESCRIBES_VIDEO = 'public.accessibility.describes-video';

/** The text of `master.m3u8`: variants with their sound, sound alone, subtitles, key frames. */
export function masterPlaylist({ videos, audio, subtitles, damage = [] }: Encoded): string {
  const hasGroup = (group: SoundGroup) => audio.some((sound) => sound.group === group);
  const lowGroup: SoundGroup = hasGroup('audio-low') ? 'audio-low' : 'audio';
  const plain = videos.map((video) => ({ video, group: video.standard <= LOW_HEIGHT ? lowGroup : ('audio' as const) }));
  const heAac = videos.flatMap((video) =>
    video.standard <= LOW_HEIGHT && hasGroup('audio-he') ? [{ video, group: 'audio-he' as const }] : [],
  );
  const surround = videos.flatMap((video) =>
    video.standard >= SURROUND_HEIGHT && video.codec.startsWith('avc1') && hasGroup('audio-surround')
      ? [{ video, group: 'audio-surround' as const }]
      : [],
  );
  const variants = [...plain, ...heAac, ...surround];
  const groups = new Set<SoundGroup>(['audio', ...variants.map(({ group }) => group)]);
  const renditions = [
    ...[...groups].flatMap((group) => toSoundRenditions(audio.filter((sound) => sound.group === group))),
    ...toSubtitleRenditions(subtitles),
  ];
  const stereo = computeGroupRates(audio, 'audio');
  const audioAlone: NewVariant = {
    ...{
      bandwidth: stereo.peak,
      averageBandwidth: stereo.mean,
      codecs: SOUND_CODECS.aac,
      picture: null,
      audio: 'audio',
    },
    uri: `${audio[0]?.name ?? 'audio'}/index.m3u8`,
  };
  const pictures = variants.map(({ video, group }): NewVariant => {
    const { name, width, height, frameRate, codec, peak, mean } = video;
    const sound = computeGroupRates(audio, group);
    return {
      ...{
        bandwidth: peak + sound.peak,
        averageBandwidth: mean + sound.mean,
        codecs: `${codec},${SOUND_CODECS[getGroupCodec(group)]}`,
      },
      ...{ picture: { width, height, frameRate }, videoRange: 'SDR', audio: group },
      ...(subtitles.length > 0 && { subtitles: 'subs' }),
      uri: `${name}/index.m3u8`,
    };
  });
  const text = buildMasterPlaylist(renditions, [...pictures, audioAlone], videos.map(toIFrameStream));
  return damage.length === 0 ? text : text.replace(/^#EXT-X-MEDIA:/m, () => `${toSessionData(damage)}\n#EXT-X-MEDIA:`);
}

function toIFrameStream({ name, width, height, codec, keyFrames }: EncodedVideo): NewIFrameStream {
  return {
    ...{ bandwidth: keyFrames.peak, averageBandwidth: keyFrames.mean, codecs: codec, videoRange: 'SDR' },
    ...{ picture: { width, height }, uri: `${name}/iframes.m3u8` },
  };
}

/** The rates of the group's largest rendition. */
function computeGroupRates(audio: Encoded['audio'], group: SoundGroup): Rates {
  const members = audio.filter((sound) => sound.group === group);
  return { peak: Math.max(...members.map(({ peak }) => peak)), mean: Math.max(...members.map(({ mean }) => mean)) };
}

/** A description of the picture is the default only where there is nothing else. */
function toSoundRenditions(sounds: Encoded['audio']): NewRendition[] {
  const names = new Set<string>();
  const main = Math.max(
    0,
    sounds.findIndex(({ isDescription }) => !isDescription),
  );
  const getKind = ({ language, isDescription }: SoundRendition) => `${String(language)} ${String(isDescription)}`;
  const kinds = Object.groupBy(sounds, getKind);
  return sounds.map((sound, at) => ({
    ...{ type: 'AUDIO', groupId: sound.group, language: sound.language ?? 'und', channels: sound.channels },
    // Players choose by language and characteristics, and only a viewer by the name (RFC 8216, 4.3.4.1.1).
    ...{ isDefault: at === main, isAutoSelected: kinds[getKind(sound)]?.[0] === sound },
    name: chooseTrackName(getSoundName(sound, at, (kinds[getKind(sound)] ?? []).length > 1), names),
    ...(sound.isDescription && { characteristics: DESCRIBES_VIDEO }),
    uri: `${sound.name}/index.m3u8`,
  }));
}

/** Two dubs in one language are told apart by the names that they have in the file. */
function getSoundName({ language, title, isDescription }: SoundRendition, at: number, isOneOfMany: boolean): string {
  const name = getTrackName(language, at, isDescription ? ' (AD)' : '');
  return isOneOfMany && title !== '' ? `${name}: ${title}` : name;
}

function toSessionData(damage: readonly string[]): string {
  const value = damage.join('; ').replaceAll(/["\r\n]/g, ' ');
  return `#EXT-X-SESSION-DATA:DATA-ID="ir.pardeh.damage",VALUE="${value}"`;
}

/** Names in a group differ (RFC 8216, 4.3.4.1.1). */
function chooseTrackName(base: string, usedNames: Set<string>): string {
  let name = base;
  for (let count = 2; usedNames.has(name); count += 1) name = `${base} ${count}`;
  usedNames.add(name);
  return name;
}

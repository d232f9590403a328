import { getAttribute } from '../playlist/lines.ts';
import { HE_AAC, listRenditions, listVariants, type MasterPlaylist, type Variant } from '../playlist/playlist.ts';

export interface PictureRendition {
  url: string;
  height: number;
  width: number;
  bandwidth: number;
  /** Of the file of pictures; sound in it too where `audioGroup` is null. */
  mime: string;
  frameRate: number;
  audioGroup: string | null;
  audioMime: string | null;
}

export interface SoundTrack {
  group: string;
  name: string;
  language: string;
  isDefault: boolean;
  url: string;
}

export interface SubtitleTrack {
  name: string;
  language: string;
  url: string;
}

export interface StreamLadder {
  subtitles: SubtitleTrack[];
  renditions: PictureRendition[];
  sounds: SoundTrack[];
}

const SOUND_CODEC = /^(mp4a|ac-3|ec-3|opus|fLaC|alac)/i;
const DEFAULT_CODECS = 'avc1.4D401F,mp4a.40.2';

/** All that the master playlist offers, by families of picture codecs in its order ('avc1', 'av01'). */
export function readLadders(master: MasterPlaylist, base: string): StreamLadder[] {
  const sounds = listRenditions(master).flatMap(({ type, groupId, uri, language, isDefault, lines }): SoundTrack[] =>
    type !== 'AUDIO' || groupId === null || uri === null
      ? []
      : [
          {
            ...{ group: groupId, language: language ?? '', isDefault, url: new URL(uri, base).href },
            name: getAttribute(lines[0], 'EXT-X-MEDIA', 'NAME') ?? language ?? '',
          },
        ],
  );
  const subtitles = listRenditions(master).flatMap(({ type, uri, language, isForced, lines }): SubtitleTrack[] => {
    if (type !== 'SUBTITLES' || uri === null || isForced) return [];
    const name = getAttribute(lines[0], 'EXT-X-MEDIA', 'NAME') ?? language ?? '';
    return [{ name, language: language ?? name, url: new URL(uri, base).href }];
  });
  const families = new Map<string, PictureRendition[]>();
  for (const variant of listVariants(master)) {
    const codecs = (variant.codecs ?? DEFAULT_CODECS).split(',').map((codec) => codec.trim());
    const family = codecs.find((codec) => !SOUND_CODEC.test(codec))?.split('.')[0] ?? '';
    families.set(family, [...(families.get(family) ?? []), toRendition(variant, codecs, base, sounds)]);
  }
  const ladders = [...families].map(([family, renditions]) => ({
    family,
    ladder: { renditions: renditions.sort((a, b) => a.bandwidth - b.bandwidth), sounds, subtitles },
  }));
  const pictures = ladders.filter(({ family }) => family !== '');
  return (pictures.length > 0 ? pictures : ladders).map(({ ladder }) => ladder);
}

function toRendition(
  variant: Variant,
  codecs: string[],
  base: string,
  sounds: readonly SoundTrack[],
): PictureRendition {
  const audioGroup = sounds.some(({ group }) => group === variant.groups.AUDIO) ? variant.groups.AUDIO : null;
  const sound = codecs.filter((codec) => SOUND_CODEC.test(codec));
  const picture = codecs.filter((codec) => !SOUND_CODEC.test(codec));
  const isSoundAlone = picture.length === 0;
  // A variant of sound alone may name its own playlist as the group's.
  const isOneFile = audioGroup === null || isSoundAlone;
  const trackCodecs = isOneFile ? codecs : picture;
  return {
    url: new URL(variant.uri, base).href,
    ...{ height: variant.size?.height ?? 0, width: variant.size?.width ?? 0, frameRate: variant.frameRate ?? 25 },
    bandwidth: variant.averageBandwidth ?? variant.bandwidth,
    mime: `${isSoundAlone ? 'audio' : 'video'}/mp4; codecs="${trackCodecs.join(',')}"`,
    audioGroup: isOneFile ? null : audioGroup,
    audioMime: isOneFile ? null : `audio/mp4; codecs="${sound[0] ?? 'mp4a.40.2'}"`,
  };
}

export interface CodecSupport {
  isTypeSupported: (mime: string) => boolean;
  isSmooth: (rendition: PictureRendition) => Promise<boolean>;
}

/** The family with the fewest bits for its highest picture that this device decodes smoothly; null for none at all. */
export async function chooseLadder(ladders: StreamLadder[], support: CodecSupport): Promise<StreamLadder | null> {
  const isPlayable = ({ mime, audioMime }: PictureRendition) =>
    support.isTypeSupported(mime) && (audioMime === null || support.isTypeSupported(audioMime));
  const playable = ladders
    .map((ladder) => ({ ...ladder, renditions: preferHeAac(ladder.renditions.filter(isPlayable)) }))
    .filter(({ renditions }) => renditions.length > 0);
  if (playable.length < 2) return playable[0] ?? null;
  const lightest = [...playable].sort((a, b) => getTopRate(a) - getTopRate(b));
  for (const ladder of lightest) {
    const top = ladder.renditions.at(-1);
    if (top && (await support.isSmooth(top))) return ladder;
  }
  return playable[0] ?? null;
}

function preferHeAac(renditions: readonly PictureRendition[]): PictureRendition[] {
  const isHeAac = ({ audioMime }: PictureRendition) => audioMime?.includes(HE_AAC) ?? false;
  const urls = new Set(renditions.filter(isHeAac).map(({ url }) => url));
  return renditions.filter((rendition) => isHeAac(rendition) || !urls.has(rendition.url));
}

/** Bits of each pixel's row, so that families of different heights compare. */
function getTopRate({ renditions }: StreamLadder): number {
  const top = renditions.at(-1);
  return top ? top.bandwidth / Math.max(1, top.height) : Infinity;
}

import {
  getIFrameSize,
  isIFrameStream,
  isSurround,
  listPlainVariants,
  listPlaylistUris,
  listRenditions,
  listVariants,
  parseMasterPlaylist,
  serializePlaylist,
  type MasterItem,
  type MasterPlaylist,
  type Variant,
} from './playlist.ts';
import { getStandardHeight } from './standard-height.ts';

export interface PlaylistRenditions {
  /** By standard height in pixels, lowest first; bits per second with sound, on average where the playlist has it. */
  renditions: { height: number; bandwidth: number }[];
  audioBandwidth: number | null;
  /** One of each language; `uri` as the playlist has it. */
  subtitles: { language: string; uri: string }[];
}

export interface VariantFilter {
  /** Standard height in pixels; null for all. The lowest variant stays even where it is higher. */
  maxHeight: number | null;
  audioOnly: boolean;
  surround?: boolean;
}

export function readRenditions(text: string): PlaylistRenditions {
  const master = parseMasterPlaylist(text);
  if (!master) return { renditions: [], audioBandwidth: null, subtitles: [] };
  const variants = listPlainVariants(master);
  const renditions = variants.flatMap((variant) =>
    variant.size === null ? [] : [{ height: getHeight(variant), bandwidth: getBandwidth(variant) }],
  );
  const audio = variants.filter(({ size }) => size === null).map(getBandwidth);
  const subtitles = listRenditions(master).flatMap(({ type, isForced, language, uri }) =>
    type !== 'SUBTITLES' || isForced || language === null || language === '' || uri === null ? [] : [{ language, uri }],
  );
  return {
    renditions: renditions.sort((a, b) => a.height - b.height || a.bandwidth - b.bandwidth),
    audioBandwidth: audio.length === 0 ? null : Math.min(...audio),
    subtitles: subtitles.filter(({ language }, at) => subtitles.findIndex((one) => one.language === language) === at),
  };
}

/** The playlist of the largest H.264 picture: its address as it is written, and its codec. Null where there is none. */
export function findBestPicture(text: string): { uri: string; codec: string } | null {
  const master = parseMasterPlaylist(text);
  const pictures = (master ? listPlainVariants(master) : []).flatMap(({ uri, codecs, size }) => {
    const codec = (codecs ?? '').split(',').find((part) => part.startsWith('avc1.'));
    return size === null || codec === undefined ? [] : [{ uri, codec, pixels: size.width * size.height }];
  });
  return pictures.sort((a, b) => b.pixels - a.pixels)[0] ?? null;
}

/** Keeps the variants that pass and their renditions. Sound alone only if asked for: players take it for the lowest. */
export function filterPlaylist(text: string, filter: VariantFilter): string {
  const master = parseMasterPlaylist(text);
  if (!master) return text;
  const variants = listVariants(master);
  const others = filter.surround === true ? variants : variants.filter((variant) => !isSurround(master, variant));
  return serializePlaylist(keepVariants(master, chooseVariants(others.length > 0 ? others : variants, filter)));
}

/** One variant with its renditions, to be kept offline; without pictures for trick play. */
export function singlePicture(text: string, height: number): string {
  const master = parseMasterPlaylist(text);
  if (!master) return text;
  const variants = listPlainVariants(master);
  const pictures = variants.filter(({ size }) => size !== null).sort((a, b) => getHeight(a) - getHeight(b));
  const chosen = pictures.findLast((variant) => getHeight(variant) <= height) ?? pictures[0];
  const { kind, items } = keepVariants(master, chosen ? [chosen] : variants);
  return serializePlaylist({ kind, items: items.filter((item) => !isIFrameStream(item)) });
}

const PROTECTABLE = /^(avc1\.|mp4a\.|ac-3$|ec-3$)/i;

export function keepProtectable(text: string): string {
  const master = parseMasterPlaylist(text);
  if (!master) return text;
  const variants = listVariants(master).filter(({ codecs }) =>
    (codecs ?? '').split(',').every((codec) => codec === '' || PROTECTABLE.test(codec.trim())),
  );
  const { kind, items } = keepVariants(master, variants);
  return serializePlaylist({ kind, items: items.filter((item) => !isIFrameStream(item)) });
}

export function listPlaylists(text: string): string[] {
  const master = parseMasterPlaylist(text);
  return master ? listPlaylistUris(master) : [];
}

function keepVariants({ kind, items }: MasterPlaylist, variants: readonly Variant[]): MasterPlaylist {
  const heights = variants.map(getHeight);
  const isKept = (item: MasterItem) => {
    if (item.kind === 'variant') return variants.includes(item);
    if (item.kind === 'other') {
      if (isIFrameStream(item)) return heights.includes(getHeight({ size: getIFrameSize(item) }));
      return item.lines[0] !== '';
    }
    const groups = variants.map((variant) => new Map(Object.entries(variant.groups)).get(item.type));
    return item.groupId !== null && groups.includes(item.groupId);
  };
  return { kind, items: items.filter(isKept) };
}

function chooseVariants(variants: readonly Variant[], { maxHeight, audioOnly }: VariantFilter): readonly Variant[] {
  const audio = variants.filter(({ size }) => size === null);
  const pictures = variants.filter(({ size }) => size !== null);
  if (pictures.length === 0 || (audioOnly && audio.length > 0)) return audio;
  if (maxHeight === null) return pictures;
  const lowest = Math.min(...pictures.map(getHeight));
  return pictures.filter((variant) => getHeight(variant) <= Math.max(maxHeight, lowest));
}

function getHeight({ size }: Pick<Variant, 'size'>): number {
  return size ? getStandardHeight(size) : 0;
}

function getBandwidth({ averageBandwidth, bandwidth }: Variant): number {
  return averageBandwidth ?? bandwidth;
}

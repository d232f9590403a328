import {
  listPlaylistUris,
  listRenditions,
  listVariants,
  parseMasterPlaylist,
  serializePlaylist,
  type MasterItem,
  type MasterPlaylist,
  type Variant,
} from './playlist.ts';

export interface PlaylistRenditions {
  /** By height in pixels, lowest first; bits per second with sound, on average where the playlist has it. */
  renditions: { height: number; bandwidth: number }[];
  audioBandwidth: number | null;
  subtitles: string[];
}

export interface VariantFilter {
  /** Pixels; null for all. The lowest variant stays even where it is higher. */
  maxHeight: number | null;
  audioOnly: boolean;
}

export function readRenditions(text: string): PlaylistRenditions {
  const master = parseMasterPlaylist(text);
  if (!master) return { renditions: [], audioBandwidth: null, subtitles: [] };
  const variants = listVariants(master);
  const renditions = variants.flatMap((variant) =>
    variant.size === null ? [] : [{ height: variant.size.height, bandwidth: getBandwidth(variant) }],
  );
  const audio = variants.filter(({ size }) => size === null).map(getBandwidth);
  const subtitles = listRenditions(master).filter(({ type }) => type === 'SUBTITLES');
  return {
    renditions: renditions.sort((a, b) => a.height - b.height || a.bandwidth - b.bandwidth),
    audioBandwidth: audio.length === 0 ? null : Math.min(...audio),
    subtitles: [...new Set(subtitles.map(({ language }) => language ?? ''))].filter((language) => language !== ''),
  };
}

/** Keeps the variants that pass and their renditions. Sound alone only if asked for: players take it for the lowest. */
export function filterPlaylist(text: string, filter: VariantFilter): string {
  const master = parseMasterPlaylist(text);
  return master ? serializePlaylist(keepVariants(master, chooseVariants(listVariants(master), filter))) : text;
}

export function singlePicture(text: string, height: number): string {
  const master = parseMasterPlaylist(text);
  if (!master) return text;
  const variants = listVariants(master);
  const pictures = variants.filter(({ size }) => size !== null).sort((a, b) => getHeight(a) - getHeight(b));
  const chosen = pictures.findLast((variant) => getHeight(variant) <= height) ?? pictures[0];
  return serializePlaylist(keepVariants(master, chosen ? [chosen] : variants));
}

export function listPlaylists(text: string): string[] {
  const master = parseMasterPlaylist(text);
  return master ? listPlaylistUris(master) : [];
}

function keepVariants({ kind, items }: MasterPlaylist, kept: readonly Variant[]): MasterPlaylist {
  const isKept = (item: MasterItem) => {
    if (item.kind === 'variant') return kept.includes(item);
    if (item.kind === 'other') return item.lines[0] !== '';
    const groups = kept.map((variant) => new Map(Object.entries(variant.groups)).get(item.type));
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

function getHeight({ size }: Variant): number {
  return size?.height ?? 0;
}

function getBandwidth({ averageBandwidth, bandwidth }: Variant): number {
  return averageBandwidth ?? bandwidth;
}

import type { SoundCodec } from './clock.ts';
import type { AudioTrack } from './probe.ts';

/** The audio renditions of a film, and their loudness. Pure. */

export interface SoundRendition {
  /** The name of its folder. */
  name: string;
  /** Counts among the film's sounds; null for the silence of a film without sound. */
  track: number | null;
  group: SoundGroup;
  codec: SoundCodec;
  channels: 1 | 2 | 6;
  kbps: number;
  language: string | null;
  title: string;
  /** Describes the picture for viewers who do not see it. */
  isDescription: boolean;
}

/** Stereo goes with all pictures but the lowest, which has mono, and HE-AAC beside it; 5.1 goes with the highest. */
const SOUND_GROUPS = {
  audio: { suffix: '', codec: 'aac', channels: 2, kbps: 64 },
  'audio-low': { suffix: '-low', codec: 'aac', channels: 1, kbps: 28 },
  'audio-he': { suffix: '-he', codec: 'he-aac', channels: 2, kbps: 32 },
  'audio-surround': { suffix: '-surround', codec: 'aac', channels: 6, kbps: 224 },
} as const;
export type SoundGroup = keyof typeof SOUND_GROUPS;
export const getGroupCodec = (group: SoundGroup): SoundCodec => SOUND_GROUPS[group].codec;
/** 5.1 costs more than the picture below this standard height. */
export const SURROUND_HEIGHT = 720;

const SILENCE = { track: null, language: 'zxx', title: '', isDescription: false, channels: 2 };

/** Descriptions of the picture come last: the first track is the default. */
export function planSounds(tracks: readonly AudioTrack[], heAac: boolean): SoundRendition[] {
  const sorted = tracks
    .map((track, at) => ({ ...track, track: at }))
    .sort((a, b) => Number(a.isDescription) - Number(b.isDescription));
  const sources = sorted.length > 0 ? sorted : [SILENCE];
  return sources.flatMap(({ track, language, title, isDescription, channels: sourceChannels }, at) => {
    const base = at === 0 ? 'audio' : `audio-${at}`;
    const groups = Object.entries(SOUND_GROUPS) as [SoundGroup, (typeof SOUND_GROUPS)[SoundGroup]][];
    return groups
      .filter(([, { channels, codec }]) => (channels <= 2 || sourceChannels >= channels) && (heAac || codec === 'aac'))
      .map(([group, { suffix, codec, channels, kbps }]) => ({
        ...{ name: `${base}${suffix}`, track, group, codec, channels, kbps, language, title, isDescription },
      }));
  });
}

/** EBU R128: integrated loudness in LUFS, true peak in dBTP. */
export interface Loudness {
  integrated: number;
  peak: number;
}

/** EBU R128 targets -23 LUFS; its tolerance is 1 LU, and its highest true peak -1 dBTP. The encoder adds some. */
const TARGET = -23;
const MAX_PEAK = -2;
/** Below this loudness a track is noise, which nobody wants louder. */
const SILENT = -60;
/** The limiter has to see peaks between samples. */
const LIMITER_RATE = 192_000;

/**
 * One gain for the whole film, so that speech and music keep their distance. Only peaks that would pass the limit are
 * reduced, for as long as they last.
 */
export function loudnessFilters(loudness: Loudness | null, rate: number): string[] {
  if (!loudness || !(loudness.integrated > SILENT)) return [];
  const gain = TARGET - loudness.integrated;
  const volume = `volume=${gain.toFixed(2)}dB`;
  if (loudness.peak + gain <= MAX_PEAK) return [volume];
  const limit = (10 ** (MAX_PEAK / 20)).toFixed(4);
  return [volume, `aresample=${LIMITER_RATE}`, `alimiter=limit=${limit}:level=0:latency=1`, `aresample=${rate}`];
}

/** The summary that ffmpeg's `ebur128` writes at the end of its log; null without one. */
export function parseLoudness(log: string): Loudness | null {
  const summary = log.slice(log.lastIndexOf('Summary:'));
  const integrated = /\bI:\s+(-?[\d.]+|-inf) LUFS/.exec(summary)?.[1];
  const peak = /True peak:[\s\S]*?Peak:\s+(-?[\d.]+|-inf) dBFS/.exec(summary)?.[1];
  if (integrated === undefined || peak === undefined) return null;
  const toNumber = (value: string) => (value === '-inf' ? -99 : Number(value));
  return { integrated: toNumber(integrated), peak: toNumber(peak) };
}

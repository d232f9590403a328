import { buildMediaPlaylist, type NewRendition } from '@pardeh/hls/build-playlist';
import { webVtt, type Cue as TimedText } from '../../../platform/media/web-vtt.ts';
import type { Cue } from '../../../platform/media/subtitles/cue.ts';
import { toVttLine } from '../../../platform/media/subtitles/styled-text.ts';

/** Subtitles as a film's folder has them: those of ingest, and those that the desk adds later. */

export interface NamedSubtitle {
  /** The name of its files; that of a language's first full subtitles may be the language alone. */
  name: string;
  language: string;
  isForced: boolean;
  isForDeaf: boolean;
}

/** Of several tracks of one kind and language; the name of an upload ends in eight hex digits. */
const COUNT = /-\d{1,4}$/;
/** A player that begins late does not load them all. */
const SEGMENT_SECONDS = 60;
const FOR_DEAF = 'public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound';

/** A track's name in its own language, as its speakers look for it; tracks that name none are counted. */
export function getTrackName(language: string | null, at: number, suffix: string): string {
  const name = language && new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(language);
  return `${name ?? `Track ${String(at + 1)}`}${suffix}`;
}

/** The first full subtitles are the default. */
export function toSubtitleRenditions(subtitles: readonly NamedSubtitle[]): NewRendition[] {
  return subtitles.map(({ name, language, isForced, isForDeaf }, at) => {
    const suffix = `${isForDeaf ? ' (SDH)' : ''}${isForced ? ' (forced)' : ''}`;
    const count = COUNT.exec(name)?.[0].replace('-', ' ') ?? '';
    return {
      ...{ type: 'SUBTITLES' as const, groupId: 'subs', language, isForced, uri: `subs/${name}.m3u8` },
      isDefault: at === 0 && !isForced,
      name: `${getTrackName(language, 0, suffix)}${count}`,
      ...(isForDeaf && { characteristics: FOR_DEAF }),
    };
  });
}

/**
 * A whole file for players that load subtitles by themselves, and segments for those that follow the playlist. Paths are
 * below the folder `subs`; `seconds` is the film's length.
 */
export function buildSubtitleFiles(
  name: string,
  cues: readonly Cue[],
  seconds: number,
): { path: string; text: string }[] {
  const texts = cues.map(({ from, to, lines }): TimedText => [from, to, lines.map(toVttLine).join('\n')]);
  const segments = Array.from({ length: countSegments(seconds) }, (_, at) => {
    const [start, end] = [at * SEGMENT_SECONDS, (at + 1) * SEGMENT_SECONDS];
    // A cue that lasts over a cut is in both segments.
    const inSegment = texts.filter(([from, to]) => from < end && to > start);
    return { path: getSegmentPath(name, at), text: webVtt(inSegment, { numbered: false, isSegment: true }) };
  });
  return [
    { path: `${name}.vtt`, text: webVtt(texts) },
    { path: `${name}.m3u8`, text: buildSubtitlePlaylist(name, seconds) },
    ...segments,
  ];
}

export function buildSubtitlePlaylist(name: string, seconds: number): string {
  const segments = Array.from({ length: countSegments(seconds) }, (_, at) => ({
    uri: getSegmentPath(name, at),
    durationUs: Math.round(Math.min(SEGMENT_SECONDS, seconds - at * SEGMENT_SECONDS) * 1e6),
  }));
  const targetSeconds = Math.max(1, ...segments.map(({ durationUs }) => Math.round(durationUs / 1e6)));
  return buildMediaPlaylist({ targetSeconds, mediaSequence: 0, isIndependent: true, type: 'VOD', segments });
}

const countSegments = (seconds: number) => Math.ceil(seconds / SEGMENT_SECONDS);
const getSegmentPath = (name: string, at: number) => `${name}/seg-${String(at)}.vtt`;

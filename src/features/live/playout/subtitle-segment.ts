import { webVtt } from '../../../platform/media/web-vtt.ts';
import type { VttCue } from '../../../platform/media/web-vtt.ts';
import { computeOffsets } from './layout.ts';

const NAME = /^subs\/([\w-]+)-(\d+)\.vtt$/;
const NONE = 'none';

export function getSubtitleFile(file: string | null, segment: number): string {
  return `${file ?? NONE}-${String(segment)}.vtt`;
}

export function parseSubtitlePath(path: string): { file: string | null; segment: number } | null {
  const [, file = '', segment] = NAME.exec(path) ?? [];
  return segment === undefined ? null : { file: file === NONE ? null : file, segment: Number(segment) };
}

/** The cues that are shown during a segment, with the times of the folder's media (RFC 8216, 3.5). */
export function cutSubtitles(cues: readonly VttCue[], durationsUs: readonly number[], segment: number): string {
  const offsets = computeOffsets(durationsUs);
  const [start, end] = [(offsets[segment] ?? 0) / 1e6, (offsets[segment + 1] ?? 0) / 1e6];
  const segmentCues = cues.filter(({ from, to }) => from < end && to > start);
  return webVtt(
    segmentCues.map(({ from, to, lines }) => [from, to, lines.join('\n')]),
    { numbered: false, isSegment: true },
  );
}

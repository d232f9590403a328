import type { Cue } from '../../../../platform/media/subtitles/cue.ts';
import { readSubtitles, type SubtitleOptions } from '../../../../platform/media/subtitles/read-subtitles.ts';
import type { UnreadLog } from '../../../../platform/media/subtitles/unread.ts';
import { isRightToLeft } from './cues.ts';

/** Bytes; a film's subtitles are 50 to 200 kB. */
export const MAX_BYTES = 2_000_000;

export interface SubtitleFile {
  name: string;
  cues: Cue[];
  rightToLeft: boolean;
  unread: UnreadLog;
}

export function readOwnFile(name: string, bytes: Uint8Array, decodeName: SubtitleOptions['decodeName']): SubtitleFile {
  const { cues, unread } = readSubtitles(bytes, { language: null, decodeName });
  return { name, cues, rightToLeft: isRightToLeft(cues), unread };
}

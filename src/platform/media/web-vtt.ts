export type Cue = [from: number, to: number, text: string];

export interface VttCue {
  /** Seconds. */
  from: number;
  to: number;
  lines: string[];
}

export function formatStamp(seconds: number): string {
  const thousandths = Math.round(seconds * 1000);
  const part = (size: number, of: number, digits: number) =>
    String(Math.floor(thousandths / size) % of).padStart(digits, '0');
  return `${part(3_600_000, Infinity, 2)}:${part(60_000, 60, 2)}:${part(1000, 60, 2)}.${part(1, 1000, 3)}`;
}

/** WebVTT. The text of a cue may have several lines but no empty one, which would end the cue. */
export function webVtt(cues: readonly Cue[], { numbered = true, isSegment = false } = {}): string {
  const blocks = cues.map(([from, to, text], index) => {
    const number = numbered ? `${index + 1}\n` : '';
    return `${number}${formatStamp(from)} --> ${formatStamp(to)}\n${text}\n`;
  });
  // A segment says where its times are on the clock of the media (RFC 8216, 3.5): both begin at zero.
  const header = isSegment ? 'X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n' : '';
  return `WEBVTT\n${header}\n${blocks.join('\n')}`;
}

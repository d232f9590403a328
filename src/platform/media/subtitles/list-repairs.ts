import { formatStamp } from '../web-vtt.ts';
import { readSubtitles, type CueSource, type SubtitleOptions, type SubtitleText } from './read-subtitles.ts';
import type { Cue } from './cue.ts';
import { joinRuns } from './styled-text.ts';

/** `letters`: Arabic ones in Persian. `direction`: punctuation at the wrong end. `marks`: of direction, which nobody sees. */
const REPAIR_KINDS = ['letters', 'direction', 'marks', 'tags', 'times'] as const;
export type RepairKind = (typeof REPAIR_KINDS)[number];

export interface Repair {
  line: number;
  before: string;
  after: string;
  kinds: readonly RepairKind[];
}

const MAX_LISTED = 6;
const TAGS = /<[^<>]*>|\{\\[^{}]*\}|&#?\w{1,32};/g;
const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const ARABIC = /[يىك]/;
/** Of SRT and WebVTT, with the settings of a cue. */
const TIME = /^(?:\d{2,}:)?\d{2}:\d{2}[,.]\d{3} --> (?:\d{2,}:)?\d{2}:\d{2}[,.]\d{3}(?:\s.*)?$/;

/** The repairs of the reader itself: how many cues of each kind, and the first of them. */
export function listRepairs(
  bytes: Uint8Array,
  options: SubtitleOptions,
): SubtitleText & { changed: number; counts: ReadonlyMap<RepairKind, number>; repairs: Repair[] } {
  const counts = new Map<RepairKind, number>();
  const repairs: Repair[] = [];
  let changed = 0;
  const onCue = (cue: Cue, source: CueSource) => {
    const repair = compare(cue, source);
    if (repair.kinds.length === 0) return;
    changed += 1;
    for (const kind of repair.kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (repairs.length < MAX_LISTED) repairs.push(repair);
  };
  const text = readSubtitles(bytes, { ...options, onCue });
  return { ...text, changed, counts, repairs };
}

function compare(cue: Cue, { line, time, text, isSwapped }: CueSource): Repair {
  const before = text.trim();
  const after = cue.lines.map((runs) => joinRuns(runs).replace(MARKS, '')).join('\n');
  const hasKind: Record<RepairKind, boolean> = {
    letters: ARABIC.test(before) && !ARABIC.test(after),
    direction: fold(before) !== fold(after),
    marks: before.replace(MARKS, '') !== before,
    tags: before.replace(TAGS, '') !== before,
    times: isSwapped || (time !== '' && !TIME.test(time.trim())),
  };
  const kinds = REPAIR_KINDS.filter((kind) => hasKind[kind]);
  const stamp = `${formatStamp(cue.from)} --> ${formatStamp(cue.to)}`;
  return hasKind.times
    ? { line, kinds, before: [time.trim(), before].join('\n'), after: [stamp, after].join('\n') }
    : { line, kinds, before, after };
}

/** Without the repairs that have a kind of their own. */
function fold(text: string): string {
  return text
    .replace(/\\[Nnh]|<br[^<>]*>/g, ' ')
    .replace(TAGS, '')
    .replace(MARKS, '')
    .replace(/[يى]/g, 'ی')
    .replaceAll('ك', 'ک')
    .replace(/\s+/g, ' ')
    .trim();
}

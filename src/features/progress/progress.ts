/** A CRDT: `mergeProgress` is commutative, associative and idempotent, so late and repeated saves change nothing.
 * Seconds; times are epoch seconds by the server's clock (decision 015). */
export interface Progress {
  duration: number;
  /** The last deliberate rewind, 0 for none; it voids earlier points. */
  since: number;
  seen: number;
  /** Farthest first; each later one is less far. The first is the resume position. */
  points: readonly Point[];
}

interface Point {
  at: number;
  when: number;
}

const MIN_RESUME_SECONDS = 5;
/** Beyond this share only the credits remain. */
const SEEN_SHARE = 0.95;
export const POINTS_MAX = 8;
/** A shorter step back is a slip of the finger. */
const REWIND_SECONDS = 5;
/** A player farther behind the known position is not the one that set it. */
const MAX_BEHIND_SECONDS = 30;

export const NO_PROGRESS: Progress = { duration: 0, since: 0, seen: 0, points: [] };

/** `rewound`: a deliberate step back. */
export function createProgress(at: number, duration: number, when: number, isRewound: boolean): Progress {
  const seen = isSeen(at, duration) ? when : 0;
  return { duration, since: isRewound ? when : 0, seen, points: [{ at, when }] };
}

/** The newest rewind voids earlier points; then the farthest point wins. */
export function mergeProgress(a: Progress, b: Progress): Progress {
  const since = Math.max(a.since, b.since);
  const validPoints = [a, b].flatMap((state) =>
    state.points.filter(({ when }) => when > since || (when === since && state.since === since)),
  );
  return {
    duration: Math.max(a.duration, b.duration),
    since,
    seen: Math.max(a.seen, b.seen),
    points: keepFrontier(validPoints),
  };
}

/** Drops points that another one exceeds in both position and time. */
function keepFrontier(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => b.at - a.at || b.when - a.when);
  let latest = -1;
  const newest = sorted.filter(({ when }) => {
    if (when <= latest) return false;
    latest = when;
    return true;
  });
  return newest.slice(0, POINTS_MAX);
}

export function getPosition({ points }: Progress): number {
  return points[0]?.at ?? 0;
}

export function getLastChange({ points, since, seen }: Progress): number {
  return Math.max(points.at(-1)?.when ?? 0, since, seen);
}

/** Seconds; null for a start from the beginning. */
export function getResumePosition(progress: Progress): number | null {
  const at = getPosition(progress);
  return at >= MIN_RESUME_SECONDS && !isSeen(at, progress.duration) ? at : null;
}

export function createSeenProgress(when: number): Progress {
  return { ...NO_PROGRESS, since: when, seen: when };
}

function isSeen(at: number, duration: number): boolean {
  return duration > 0 && at >= duration * SEEN_SHARE;
}

/** A deliberate step back from about the known position: an old tab far behind it moves nothing. */
export function isRewind({ from, to, knownPosition }: { from: number; to: number; knownPosition: number }): boolean {
  return to <= from - REWIND_SECONDS && from >= knownPosition - MAX_BEHIND_SECONDS;
}

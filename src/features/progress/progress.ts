/**
 * How far a viewer has come with a title, as a rule that any number of devices may apply in any order. A state is what
 * remains of a set of saves; `mergeProgress` joins two of them, and joining is commutative, associative and idempotent,
 * so that late, repeated and reordered saves change nothing. Seconds throughout; moments are epoch seconds by the
 * server's clock (decision 015).
 */
export interface Progress {
  /** Of the title; 0 while unknown. */
  duration: number;
  /** When the viewer last went back on purpose; 0 for never. What was saved before counts no more. */
  since: number;
  /** When the title was last seen to its end; 0 for never. */
  seen: number;
  /** Places that still count, the farthest first; each later one is less far. The first is where to go on. */
  points: readonly Point[];
}

interface Point {
  at: number;
  when: number;
}

/** Less than this, in seconds, is a glance and not a start. */
const KEEP_FROM_SECONDS = 5;
/** Beyond this share of the duration only the credits are left: it counts as seen. */
const SEEN_SHARE = 0.95;
/** More places than this are those of tabs long forgotten. */
export const POINTS_MAX = 8;
/** A step back of less is a slip of the finger. */
const REWIND_SECONDS = 5;
/** How far behind the known place a player may be and still be the one that made it. */
const BEHIND_SECONDS = 30;

export const NO_PROGRESS: Progress = { duration: 0, since: 0, seen: 0, points: [] };

/** One save: a place at a moment, `rewound` where the viewer went there on purpose, from farther on. */
export function createProgress(at: number, duration: number, when: number, rewound: boolean): Progress {
  const seen = isSeen(at, duration) ? when : 0;
  return { duration, since: rewound ? when : 0, seen, points: [{ at, when }] };
}

/** What is left of both: the newest rewind wins over all before it, and after it the farthest place. */
export function mergeProgress(a: Progress, b: Progress): Progress {
  const since = Math.max(a.since, b.since);
  const counting = [a, b].flatMap((state) =>
    state.points.filter(({ when }) => when > since || (when === since && state.since === since)),
  );
  return {
    duration: Math.max(a.duration, b.duration),
    since,
    seen: Math.max(a.seen, b.seen),
    points: frontier(counting),
  };
}

/** The points that no other makes needless: one is needless where another is both as far and as late. */
function frontier(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => b.at - a.at || b.when - a.when);
  let latest = -1;
  const kept = sorted.filter(({ when }) => {
    if (when <= latest) return false;
    latest = when;
    return true;
  });
  return kept.slice(0, POINTS_MAX);
}

/** Where the title stopped, in seconds, whether or not it is worth going on there. */
export function getPosition({ points }: Progress): number {
  return points[0]?.at ?? 0;
}

/** When it was last watched; 0 for never. */
export function getLastChange({ points, since, seen }: Progress): number {
  return Math.max(points.at(-1)?.when ?? 0, since, seen);
}

/** Seconds to go on at; null where the title starts from its beginning: hardly begun, or seen to its credits. */
export function resumeAt(progress: Progress): number | null {
  const at = getPosition(progress);
  return at >= KEEP_FROM_SECONDS && !isSeen(at, progress.duration) ? at : null;
}

/** Marked as seen by hand: whatever was begun is over. */
export function seenByHand(when: number): Progress {
  return { ...NO_PROGRESS, since: when, seen: when };
}

/** Whether only the credits are left. */
function isSeen(at: number, duration: number): boolean {
  return duration > 0 && at >= duration * SEEN_SHARE;
}

/**
 * Whether a jump means the place itself: back, and from about where the viewer is known to have come. An old tab, far
 * behind what was watched elsewhere, goes back within what is over and moves nothing.
 */
export function isRewind({ from, to, known }: { from: number; to: number; known: number }): boolean {
  return to <= from - REWIND_SECONDS && from >= known - BEHIND_SECONDS;
}

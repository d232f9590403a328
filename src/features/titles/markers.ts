/** The parts of a video that can be passed over. */
export const MARKER_KINDS = ['intro', 'recap', 'credits'] as const;
export type MarkerKind = (typeof MARKER_KINDS)[number];

export interface Marker {
  kind: MarkerKind;
  /** Seconds from the beginning of the video. */
  starts: number;
  ends: number;
}

/** A part with less than this left, in seconds, is over before the button is pressed. */
const WORTH_SECONDS = 1;

/** The part to offer a skip of at a place: an intro or a recap; credits are the next episode's business. */
export function skippable(markers: readonly Marker[], at: number): Marker | null {
  return (
    markers.find(({ kind, starts, ends }) => kind !== 'credits' && at >= starts && at < ends - WORTH_SECONDS) ?? null
  );
}

/** Where the credits begin, in seconds: as marked, else the last seconds of the video. Nothing where it is too short. */
export function creditsFrom(markers: readonly Marker[], duration: number, countdown: number): number | null {
  const marked = markers.find(({ kind, starts }) => kind === 'credits' && starts < duration);
  if (marked) return marked.starts;
  return duration > countdown ? duration - countdown : null;
}

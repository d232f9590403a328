export const MARKER_KINDS = ['intro', 'recap', 'credits'] as const;
type MarkerKind = (typeof MARKER_KINDS)[number];

export interface Marker {
  kind: MarkerKind;
  starts: number; // Seconds of the video
  ends: number;
}

const WORTH_SECONDS = 1; // Seconds. A shorter rest ends before the button is pressed.

/** The intro or recap to skip at a position in seconds. Credits belong to the next episode's countdown. */
export function findSkippable(markers: readonly Marker[], at: number): Marker | null {
  return (
    markers.find(({ kind, starts, ends }) => kind !== 'credits' && at >= starts && at < ends - WORTH_SECONDS) ?? null
  );
}

/** Second at which the credits begin: the marker, else the last `countdown` seconds. Null for a too short video. */
export function getCreditsStart(markers: readonly Marker[], duration: number, countdown: number): number | null {
  const marked = markers.find(({ kind, starts }) => kind === 'credits' && starts < duration);
  if (marked) return marked.starts;
  return duration > countdown ? duration - countdown : null;
}

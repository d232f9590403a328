import type { TimedSegment } from './timeline.ts';

/** From a segment on: seconds to add to the times of the media, and by how much its last segment was off its place. */
interface Epoch {
  from: number;
  offset: number;
  error: number;
}

type TimedPart = Pick<TimedSegment, 'discontinuity' | 'start' | 'end'>;

/** Seconds between one segment's error and the next one's. Above it, the encoder has begun another clock. */
const MAX_STEP = 2;
/** Seconds: an offset below it is rounding, and the media's own times are used. */
const ROUNDING = 0.1;

/** Places the media's clock by the picture. It may change without a discontinuity, despite RFC 8216, 4.3.2.3. */
export class MediaClock {
  readonly #epochs = new Map<number, Epoch[]>();

  /** The offset of a discontinuity's last epoch; null before its first picture. */
  findOffset(discontinuity: number): number | null {
    return this.#epochs.get(discontinuity)?.at(-1)?.offset ?? null;
  }

  placePicture(segment: TimedPart, decodeTime: number): number {
    const epochs = this.#epochs.get(segment.discontinuity) ?? [];
    const epoch = findEpoch(epochs, segment.start);
    if (!epoch) {
      const exact = segment.start - decodeTime;
      const offset = Math.abs(exact) < ROUNDING ? 0 : exact;
      this.#epochs.set(segment.discontinuity, [
        { from: segment.start, offset, error: decodeTime + offset - segment.start },
      ]);
      return offset;
    }
    const error = decodeTime + epoch.offset - segment.start;
    if (Math.abs(error - epoch.error) <= MAX_STEP) {
      epoch.error = error;
      return epoch.offset;
    }
    const next = { from: segment.start, offset: segment.start + epoch.error - decodeTime, error: epoch.error };
    this.#epochs.set(
      segment.discontinuity,
      [...epochs, next].sort((a, b) => a.from - b.from),
    );
    return next.offset;
  }

  /** Null while the picture of that moment is not placed: `isPicturePast` is true once it is. */
  placeSound(segment: TimedPart, decodeTime: number, isPicturePast: boolean): number | null {
    const half = (segment.end - segment.start) / 2;
    const epoch = findEpoch(this.#epochs.get(segment.discontinuity) ?? [], segment.start + half);
    if (!epoch) return null;
    if (Math.abs(decodeTime + epoch.offset - segment.start - epoch.error) <= MAX_STEP) return epoch.offset;
    return isPicturePast ? segment.start + epoch.error - decodeTime : null;
  }
}

/** The epoch of a moment; the first one before all of them, for a viewer who goes back. */
function findEpoch(epochs: readonly Epoch[], at: number): Epoch | undefined {
  return epochs.findLast(({ from }) => from <= at) ?? epochs[0];
}

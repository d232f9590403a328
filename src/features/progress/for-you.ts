interface ViewerRow {
  titleId: number;
  at: number;
  duration: number;
  seen: number;
  last: number;
  furthest: number;
  hiddenAt: number;
  seriesId: number | null;
}

/** Less of it than this share is a glance. */
const LONG_SHARE = 0.5;

interface Taste {
  /** The film or series that was watched for long last; null where none was. */
  liked: number | null;
  /** Series that were begun and are not hidden, the newest first. */
  series: number[];
  /** Titles that were begun or seen, episodes and their series too. */
  watched: number[];
}

/** `rows` are the newest first. A title that the viewer hid gives no reason for another one. */
export function readTaste(rows: readonly ViewerRow[]): Taste {
  const begun = rows.filter(({ at, seen }) => at > 0 || seen > 0);
  const getOwner = ({ titleId, seriesId }: ViewerRow) => seriesId ?? titleId;
  const newest = new Map(begun.toReversed().map((row) => [getOwner(row), row]));
  const visible = begun.filter((row) => {
    const { hiddenAt, last } = newest.get(getOwner(row)) ?? row;
    return hiddenAt < last;
  });
  const liked = visible.find(
    ({ seen, duration, furthest }) => seen > 0 || (duration > 0 && furthest >= duration * LONG_SHARE),
  );
  return {
    liked: liked ? getOwner(liked) : null,
    series: [...new Set(visible.flatMap(({ seriesId }) => seriesId ?? []))],
    watched: [...new Set(begun.flatMap((row) => [row.titleId, getOwner(row)]))],
  };
}

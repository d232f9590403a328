import type { Problem } from '../../rows/problems.ts';

interface EpisodeNumber {
  season: number;
  number: number;
  /** Null for an episode that is not in the file. */
  line: number | null;
}

/** Missing numbers that a remark lists. */
const MAX_LISTED = 10;

/** The numbers of the episodes of the series that a file touches, to remark gaps and numbers that two have. */
export class Numbering {
  readonly #series = new Map<number, Map<number, EpisodeNumber>>();

  has(series: number): boolean {
    return this.#series.has(series);
  }

  /** Notes an episode's number, in place of the one that it had. */
  set(series: number, id: number, place: EpisodeNumber): void {
    const episodes = this.#series.get(series) ?? new Map<number, EpisodeNumber>();
    this.#series.set(series, episodes.set(id, place));
  }

  /** Remarks by the lines of the file. */
  *listRemarks(): Generator<{ line: number; problem: Problem }> {
    for (const episodes of this.#series.values()) {
      for (const [season, places] of Map.groupBy(episodes.values(), (place) => place.season)) {
        yield* listDuplicates(season, places);
        yield* listGaps(season, places);
      }
    }
  }
}

function* listDuplicates(season: number, places: readonly EpisodeNumber[]) {
  for (const [number, twins] of Map.groupBy(places, (place) => place.number)) {
    if (twins.length < 2) continue;
    const lines = twins.flatMap(({ line }) => line ?? []).sort((a, b) => a - b);
    for (const line of twins.length === lines.length ? lines.slice(1) : lines) {
      yield remark(line, `season ${String(season)} has another episode ${String(number)}`, number);
    }
  }
}

function* listGaps(season: number, places: readonly EpisodeNumber[]) {
  const numbers = new Set(places.map(({ number }) => number));
  const last = Math.max(...numbers);
  const line = Math.max(...places.map((place) => place.line ?? 0));
  const missing: number[] = [];
  for (let number = 1; number < last && missing.length <= MAX_LISTED; number += 1) {
    if (!numbers.has(number)) missing.push(number);
  }
  if (missing.length === 0 || line === 0) return;
  const list = `${missing.slice(0, MAX_LISTED).join(', ')}${missing.length > MAX_LISTED ? ' …' : ''}`;
  yield remark(line, `season ${String(season)} lacks the episodes ${list}`, last);
}

function remark(line: number, reason: string, value: number) {
  return { line, problem: { column: 'number', reason, value: String(value) } };
}

import { FRAME_RATE, type Fingerprint } from './fingerprint.ts';
import { findLongestMatch, type Match } from './match.ts';

/** Seconds of the episode. */
export interface Span {
  starts: number;
  ends: number;
}

const [MIN_SECONDS, MAX_SECONDS] = [15, 120];
/** Other episodes that have the same sound; with the episode itself, three agree. */
const MIN_PARTNERS = 2;
/** An episode is compared with so many after it and before it: the work grows with the season, not with its square. */
const NEIGHBOURS = 4;
/** A frame looks 0.4 s back and 0.5 s ahead: those at the edges of a part do not agree. */
const MARGIN_SECONDS = 0.25;
const EDGE_FRAMES = FRAME_RATE;

/**
 * The intro of each episode of a season in order, by the beginnings of their sound: the longest part of 15 to 120 s
 * that at least three episodes have in common. Null where an episode has none. A longer part, or one that lasts to the
 * end of the sound that was read, is none: the same film twice looks like that. Pure.
 */
export function findIntros(episodes: readonly Fingerprint[]): (Span | null)[] {
  const coverages = episodes.map(({ words }) => new Uint8Array(words.length));
  for (const [at, episode] of episodes.entries()) {
    for (let other = at + 1; other <= Math.min(at + NEIGHBOURS, episodes.length - 1); other += 1) {
      const partner = episodes[other];
      const match = partner ? findLongestMatch(episode, partner) : null;
      if (match) addMatch(match, coverages[at], coverages[other]);
    }
  }
  return coverages.map(chooseSpan);
}

function addMatch({ first, second, length }: Match, one?: Uint8Array, other?: Uint8Array): void {
  if (length < MIN_SECONDS * FRAME_RATE) return;
  for (let at = 0; at < length; at += 1) {
    if (one) one[first + at] = (one[first + at] ?? 0) + 1;
    if (other) other[second + at] = (other[second + at] ?? 0) + 1;
  }
}

/** The longest part that enough partners cover. */
function chooseSpan(coverage: Uint8Array): Span | null {
  let longest: Span | null = null;
  let from = 0;
  for (let at = 0; at <= coverage.length; at += 1) {
    if ((coverage[at] ?? 0) >= MIN_PARTNERS) continue;
    const span = toSpan(from, at);
    const length = span.ends - span.starts;
    const isIntro = length >= MIN_SECONDS && length <= MAX_SECONDS && at < coverage.length - EDGE_FRAMES;
    if (isIntro && length > (longest ? longest.ends - longest.starts : 0)) longest = span;
    from = at + 1;
  }
  return longest;
}

/** Whole seconds, as markers have. */
function toSpan(from: number, to: number): Span {
  return {
    starts: Math.max(0, Math.round(from / FRAME_RATE - MARGIN_SECONDS)),
    ends: Math.round(to / FRAME_RATE + MARGIN_SECONDS),
  };
}

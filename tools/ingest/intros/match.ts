import type { Fingerprint } from './fingerprint.ts';

/** Frames that two episodes have in common: from `first` of one and `second` of the other. */
export interface Match {
  first: number;
  second: number;
  length: number;
}

/** Of 32 bits, those that may differ; by chance 16 do. */
const TOLERATED_BITS = 11;
/** The score of a silent frame. */
const SILENT_SCORE = -2;
/** A run ends where its score has fallen this far: after some three seconds of different sound. */
const DROP = 120;

/**
 * The longest run of frames that agree in two fingerprints, at any distance; null where none agree. A run ends with its
 * last frame that agrees (as in the X-drop extension of BLAST). Pure.
 */
export function findLongestMatch(first: Fingerprint, second: Fingerprint): Match | null {
  let longest: Match | null = null;
  for (let lag = 1 - second.words.length; lag < first.words.length; lag += 1) {
    const match = findRun(first, second, lag);
    if (match && match.length > (longest?.length ?? 0)) longest = match;
  }
  return longest;
}

/** The longest run where frame `lag + n` of the first meets frame `n` of the second. */
function findRun(first: Fingerprint, second: Fingerprint, lag: number): Match | null {
  const end = Math.min(second.words.length, first.words.length - lag);
  let longest: Match | null = null;
  let [from, score, best, bestEnd] = [-1, 0, 0, 0];
  const close = () => {
    const length = bestEnd - from;
    if (from >= 0 && length > (longest?.length ?? 0)) longest = { first: from + lag, second: from, length };
    [from, score, best] = [-1, 0, 0];
  };
  for (let at = Math.max(0, -lag); at < end; at += 1) {
    score += scoreFrame(first, second, at + lag, at);
    if (score <= 0 || score < best - DROP) {
      close();
    } else if (score > best) {
      if (from < 0) from = at;
      [best, bestEnd] = [score, at + 1];
    }
  }
  close();
  return longest;
}

function scoreFrame(first: Fingerprint, second: Fingerprint, firstAt: number, secondAt: number): number {
  const isAudible = first.audible[firstAt] === 1 && second.audible[secondAt] === 1;
  if (!isAudible) return SILENT_SCORE;
  return TOLERATED_BITS - countBits((first.words[firstAt] ?? 0) ^ (second.words[secondAt] ?? 0));
}

/** The bits that are set in a word of 32 (Warren, "Hacker's Delight", 5-1). */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

import { cleanText, hasWords } from './clean.ts';

/** The entries of `علی , Sara ، رضا`, without empty ones and without one named twice. Lists may come as arrays, too. */
export function splitList(raw: string | readonly string[]): string[] {
  // The Greek question mark is a semicolon once it is normalized, so that comes first.
  const entries = typeof raw === 'string' ? raw.normalize('NFC').split(/[,،;؛|\n]/) : raw;
  return [...new Set(entries.map(cleanText).filter(hasWords))];
}

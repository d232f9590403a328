/** A Worker has 128 MB for all its requests, and a part has 16 MiB. */
const MAX_IN_HAND = 3;
/** A line without a byte for as long has ended. */
export const MAX_SILENCE_MS = 5 * 60_000;

interface PartInHand {
  lastByteAt: number; // Epoch milliseconds
  end: AbortController;
}

/** By upload: of one upload one part at a time is in hand. */
const parts = new Map<string, PartInHand>();

/** Ends the part of the same upload whose lease is over. Null: this process holds as many parts as it may. */
export function takeInHand(upload: string): { signal: AbortSignal; touch: () => void; drop: () => void } | null {
  const now = Date.now();
  // A Worker's request whose client has left may end without a word.
  for (const [other, { lastByteAt, end }] of parts) {
    if (other !== upload && Math.abs(now - lastByteAt) <= MAX_SILENCE_MS) continue;
    end.abort();
    parts.delete(other);
  }
  if (parts.size >= MAX_IN_HAND) return null;
  const part: PartInHand = { lastByteAt: now, end: new AbortController() };
  parts.set(upload, part);
  return {
    signal: part.end.signal,
    touch: () => {
      part.lastByteAt = Date.now();
    },
    drop: () => {
      if (parts.get(upload) === part) parts.delete(upload);
    },
  };
}

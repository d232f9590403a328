import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeInHand } from '../../../src/features/ingest/server/parts-in-hand.ts';
import { readPart } from '../../../src/features/ingest/server/read-part.ts';
import { openDrip } from '../../support/site/tus.ts';

const MINUTE_MS = 60_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const read = (body: ReadableStream<Uint8Array>) => {
  const results: unknown[] = [];
  const request = new Request('https://pardeh.test', { method: 'POST', body, duplex: 'half' } as RequestInit);
  void readPart(request, 1000).then((result) => results.push(result.ok ? result.value : result.code));
  return results;
};

describe('a part', () => {
  it('ends after five minutes without a byte', async () => {
    const { body, send } = openDrip();
    const results = read(body);
    for (let n = 0; n < 3; n += 1) {
      send(new Uint8Array(1));
      await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
    }
    expect(results).toEqual([]);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(results).toEqual(['upload_part']);
  });

  it('ends after a quarter of an hour, however steadily its bytes come', async () => {
    const { body, send } = openDrip();
    const results = read(body);
    for (let n = 0; n < 15; n += 1) {
      expect(results).toEqual([]);
      send(new Uint8Array(1));
      await vi.advanceTimersByTimeAsync(MINUTE_MS);
    }
    expect(results).toEqual(['upload_part']);
  });

  it('of bytes one by one is those bytes', async () => {
    const { body, send, end } = openDrip();
    const results = read(body);
    const bytes = Uint8Array.from({ length: 1000 }, (_, at) => at % 251);
    for (const at of bytes.keys()) send(bytes.subarray(at, at + 1));
    end();
    await vi.advanceTimersByTimeAsync(1);
    expect(results).toEqual([bytes]);
  });
});

describe('the parts in hand', () => {
  it('are three; a lost one gives way after five silent minutes, and at once to its own upload', async () => {
    const hands = ['a', 'b', 'c'].map(takeInHand);
    expect(hands).not.toContain(null);
    expect(takeInHand('d')).toBeNull();
    const second = takeInHand('a');
    expect([hands[0]?.signal.aborted, second?.signal.aborted]).toEqual([true, false]);
    // The end of the earlier one leaves the place to the later one.
    hands[0]?.drop();
    expect(takeInHand('d')).toBeNull();
    await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
    hands[1]?.touch();
    second?.touch();
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(takeInHand('d')).not.toBeNull();
    expect(hands[2]?.signal.aborted).toBe(true);
    expect(takeInHand('e')).toBeNull();
    second?.drop();
    expect(takeInHand('e')).not.toBeNull();
  });
});

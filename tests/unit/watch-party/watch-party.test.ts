import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toChatText, toRoomName } from '../../../src/features/watch-party/room-text.ts';
import {
  computeBackoff,
  computeClockOffset,
  computeCorrection,
  computePosition,
  takeToken,
} from '../../../src/features/watch-party/sync.ts';

const FRAME = 1000 / 60;

test('the server’s clock is known to half of the quickest trip', () => {
  const trip = fc.record({ there: fc.integer({ min: 1, max: 3000 }), back: fc.integer({ min: 1, max: 3000 }) });
  fc.assert(
    fc.property(fc.array(trip, { minLength: 1 }), fc.integer({ min: -1e7, max: 1e7 }), (trips, ahead) => {
      const samples = trips.map(({ there, back }, at) => {
        const sentAt = at * 10_000;
        return { sent: sentAt, received: sentAt + there + back, server: sentAt + there + ahead };
      });
      const quickest = Math.min(...trips.map(({ there, back }) => there + back));
      expect(Math.abs(computeClockOffset(samples) - ahead)).toBeLessThanOrEqual(quickest / 2);
    }),
  );
  expect(computeClockOffset([])).toBe(0);
});

test('a room is where it was, and moves on only while it plays, not beyond the end', () => {
  expect(computePosition({ playing: true, position: 10, at: 1000 }, 3500)).toBe(12.5);
  expect(computePosition({ playing: false, position: 10, at: 1000 }, 3500)).toBe(10);
  expect(computePosition({ playing: true, position: 10, at: 1000 }, 999_000, 36)).toBe(36);
  expect(computePosition({ playing: true, position: 10, at: 1000 }, 0)).toBe(10);
});

/** A player that obeys: how far it is ahead of its room after so many seconds, looked at ten times a second. */
function follow(drift: number, seconds: number, seekError: number): { drift: number; worstAfter: number } {
  let now = 0;
  let rate = 1;
  let seekAt = -Infinity;
  let worstAfter = 0;
  while (now < seconds * 1000) {
    const correction = computeCorrection(drift, rate !== 1, now - seekAt);
    if (correction.do === 'seek') {
      drift = seekError;
      seekAt = now;
      rate = 1;
    } else rate = correction.rate;
    for (let frame = 0; frame < 6; frame += 1) drift += ((rate - 1) * FRAME) / 1000;
    now += 6 * FRAME;
    if (now > 5_000) worstAfter = Math.max(worstAfter, Math.abs(drift));
  }
  return { drift, worstAfter };
}

test('whoever is off, by little or much, comes back within half a second and stays there', () => {
  const off = fc.double({ min: -3600, max: 3600, noNaN: true });
  const landed = fc.double({ min: -1.5, max: 1.5, noNaN: true });
  fc.assert(
    fc.property(off, landed, (drift, seekError) => {
      const { drift: end, worstAfter } = follow(drift, 40, seekError);
      expect(worstAfter).toBeLessThan(0.5);
      expect(Math.abs(end)).toBeLessThan(0.1);
    }),
  );
});

test('speed is left alone where nothing is off, and never changed by more than the ear forgives', () => {
  expect(computeCorrection(0.05, false, Infinity)).toEqual({ do: 'rate', rate: 1 });
  fc.assert(
    fc.property(fc.double({ min: -10, max: 10, noNaN: true }), fc.boolean(), fc.nat(10_000), (drift, on, since) => {
      const correction = computeCorrection(drift, on, since);
      const most = Math.abs(drift) > 0.45 ? 0.5 : 0.12;
      if (correction.do === 'rate') expect(Math.abs(correction.rate - 1)).toBeLessThanOrEqual(most + 1e-9);
    }),
  );
});

test('an allowance is spent, refused, and comes back with time', () => {
  let bucket = { tokens: 2, at: 0 };
  for (const now of [0, 1]) bucket = takeToken(bucket, now, 2, 1000)!;
  expect(takeToken(bucket, 2, 2, 1000)).toBeNull();
  expect(takeToken(bucket, 1500, 2, 1000)).not.toBeNull();
  fc.assert(
    fc.property(fc.array(fc.nat(500), { maxLength: 200 }), (gaps) => {
      let now = 0;
      let allowance = { tokens: 5, at: 0 };
      let uses = 0;
      for (const gap of gaps) {
        now += gap;
        const next = takeToken(allowance, now, 5, 2000);
        if (next) {
          allowance = next;
          uses += 1;
        }
      }
      expect(uses).toBeLessThanOrEqual(5 + now / 2000);
    }),
  );
});

test('waiting to connect again grows, to half a minute at most', () => {
  expect(computeBackoff(0, 1)).toBe(500);
  expect(computeBackoff(20, 1)).toBe(30_000);
  expect(computeBackoff(20, 0)).toBe(15_000);
});

test('a name holds no telephone number; a message holds no marks that turn what follows', () => {
  for (const number of ['09123456789', '+98 912 345 6789', '۰۹۱۲۳۴۵۶۷۸۹', '0912-345-67-89', '٠٩١٢٣٤٥٦٧٨٩']) {
    expect(toRoomName(`سارا ${number}`, 24)).toBe('سارا');
  }
  expect(toRoomName('Sara 1402', 24)).toBe('Sara 1402');
  expect(toRoomName('  \u0000\n ', 24)).toBe('');
  expect(toChatText('می‌آیم\u202E!\n\nنه', 300)).toBe('می‌آیم ! نه');
  expect(toChatText('😀'.repeat(400), 300)).toBe('😀'.repeat(300));
});

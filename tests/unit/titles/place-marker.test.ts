import { expect, it } from 'vitest';
import { findRoom, placeMarker } from '../../../src/features/catalogue/desk/timeline/place-marker.ts';
import { MARKER_KINDS } from '../../../src/features/titles/markers.ts';
import { readMarkers, type MarkerEntry } from '../../../src/features/titles/facts/timeline.ts';

it('places a new marker where nothing is: credits at the end, others behind those before them', () => {
  expect(placeMarker('intro', [], 5400)).toEqual(['intro', 0, 60]);
  expect(placeMarker('recap', [['intro', 0, 62]], 5400)).toEqual(['recap', 62, 122]);
  expect(placeMarker('recap', [['intro', 20, 62]], 5400)).toEqual(['recap', 0, 20]);
  expect(placeMarker('credits', [['intro', 0, 62]], 5400)).toEqual(['credits', 5340, 5400]);
  const kinds: MarkerEntry[0][] = [...MARKER_KINDS];
  for (const order of [kinds, kinds.toReversed()]) {
    const list = order.reduce<MarkerEntry[]>((markers, kind) => [...markers, placeMarker(kind, markers, 200)], []);
    expect(readMarkers(list, 200), order.join()).toMatchObject({ ok: true });
  }
});

it('lets an end move up to its other end and to the neighbours', () => {
  const markers: MarkerEntry[] = [
    ['recap', 0, 60],
    ['intro', 70, 130],
    ['credits', '1:28:00', 5400],
  ];
  expect([findRoom(1, 'start', markers, 5400), findRoom(1, 'end', markers, 5400)]).toEqual([
    [60, 129],
    [71, 5280],
  ]);
  expect([findRoom(0, 'start', markers, 5400), findRoom(2, 'end', markers, 5400)]).toEqual([
    [0, 59],
    [5281, 5400],
  ]);
});

import fc from 'fast-check';
import { parse, setOptions, type types } from 'hls-parser';
import { describe, expect, test } from 'vitest';
import { buildLayout, WEEK_US, type Layout } from '../../../src/features/live/playout/layout.ts';
import { buildMedia, readMaster, readRendition, type Media } from '../../../src/features/live/playout/media.ts';
import { getSegmentsOnAir, showingAt } from '../../../src/features/live/playout/on-air.ts';
import { masterPlaylist, mediaPlaylist } from '../../../src/features/live/playout/playlist.ts';
import { scheduleReport } from '../../../src/features/live/playout/report.ts';
import { buildWeek, WEEK_MINUTES } from '../../../src/features/live/playout/spans.ts';
import type { WeekItem } from '../../../src/platform/text/tehran-week.ts';

setOptions({ strictMode: true });

const SIZE = 7;
/** A Saturday evening in Tehran, in microseconds. */
const NOW = Date.parse('2026-11-21T20:00:00+03:30') * 1000;

/** A medium whose parts last so many milliseconds, with one picture and its sound, which ends a little before it. */
function medium(folder: string, lengths: readonly number[], height = 240): Media {
  const rendition = (path: string) => {
    const less = (at: number) => (path === 'audio' && at === lengths.length - 1 ? 9 : 0);
    const parts = lengths.map((length, at) => `#EXTINF:${(length - less(at)) / 1000},\nseg-${at}.m4s`).join('\n');
    return readRendition(path, `#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n${parts}\n#EXT-X-ENDLIST\n`);
  };
  const master = readMaster(
    '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="main",DEFAULT=YES,URI="audio/index.m3u8"\n' +
      `#EXT-X-STREAM-INF:BANDWIDTH=150000,CODECS="avc1.4D4015,mp4a.40.2",RESOLUTION=426x${height},AUDIO="a"\n${height}p/index.m3u8`,
  );
  const made = buildMedia(folder, master, [rendition(`${height}p`), rendition('audio')]);
  if (!made) throw new Error('no medium');
  return made;
}

const SLATE = medium('slate', [4000, 4000]);

interface Item extends WeekItem {
  media: Media | null;
}

const media = fc.array(fc.integer({ min: 900, max: 6100 }), { minLength: 1, maxLength: 40 });
const item = fc
  .record({
    day: fc.nat(6),
    start: fc.nat(24 * 60 - 1),
    minutes: fc.integer({ min: 1, max: 600 }),
    lengths: fc.option(media, { freq: 5 }),
  })
  .map(({ lengths, ...place }): Item => ({ ...place, media: lengths && medium('film', lengths) }));
/** Weeks with gaps, overlaps and media that is not there. */
const week = fc
  .uniqueArray(item, { maxLength: 25, selector: ({ day, start }) => day * 10_000 + start })
  .map((items) => ({ items, layout: buildLayout(buildWeek(items), (foundItem: Item) => foundItem.media, SLATE) }));
/** An instant of some years, to the millisecond. */
const instant = fc.integer({ min: -200 * 24 * 3600 * 1000, max: 2000 * 24 * 3600 * 1000 }).map((ms) => NOW + ms * 1000);

const getDuration = (part: { media: Media; index: number }) => part.media.durationsUs[part.index] ?? 0;
const longest = ({ entries }: Layout<unknown>) =>
  Math.max(...entries.flatMap(({ media: { durationsUs: micros } }) => micros));
const getUrl = ({ media }: { media: Media }, path: string, file: string) => `/media/${media.folder}/${path}/${file}`;

function playlistAt(layout: Layout<unknown>, now: number): types.MediaPlaylist {
  const text = mediaPlaylist(getSegmentsOnAir(layout, now, SIZE), 'v240', {
    target: layout.target,
    type: 'live',
    firstLoop: 0,
    getUrl,
    getKey: null,
  });
  const parsed = parse(text ?? '');
  if (parsed.isMasterPlaylist) throw new Error('a master playlist');
  return parsed;
}

describe('a week', () => {
  test('is covered without a gap, and what is wrong with it is named', () => {
    fc.assert(
      fc.property(week, ({ items }) => {
        const { spans, findings } = buildWeek(items);
        expect(spans[0]?.from).toBe(0);
        expect(spans.at(-1)?.to).toBe(WEEK_MINUTES);
        for (const [index, { from, to }] of spans.entries()) {
          expect(to).toBeGreaterThan(from);
          if (index > 0) expect(from).toBe(spans[index - 1]?.to);
        }
        const gaps = spans.filter((span) => span.item === null).reduce((sum, { from, to }) => sum + to - from, 0);
        const match = findings.filter(({ is }) => is === 'gap').reduce((sum, { minutes }) => sum + minutes, 0);
        expect(match).toBe(gaps);
      }),
    );
  });

  test('with an overlap ends the earlier programme where the later begins', () => {
    const { spans, findings } = buildWeek([
      { day: 0, start: 0, minutes: 90 },
      { day: 0, start: 60, minutes: 30 },
    ]);
    expect(spans.map(({ item: it, from, to }) => [it?.start ?? null, from, to])).toEqual([
      [0, 0, 60],
      [60, 60, 90],
      [null, 90, WEEK_MINUTES],
    ]);
    expect(findings).toEqual([
      { is: 'overlap', at: 60, minutes: 30 },
      { is: 'gap', at: 90, minutes: WEEK_MINUTES - 90 },
    ]);
  });
});

describe('what is on the air', () => {
  test('goes on part by part: numbers rise by one, times follow without a gap but at the week’s end', () => {
    fc.assert(
      fc.property(week, instant, fc.integer({ min: 1, max: 3 * 3600 }), ({ layout }, now, seconds) => {
        const earlier = getSegmentsOnAir(layout, now, SIZE);
        const later = getSegmentsOnAir(layout, now + seconds * 1e6, SIZE);
        for (const parts of [earlier, later]) {
          for (const [at, part] of parts.entries()) {
            const last = parts[at - 1];
            if (!last) continue;
            expect(part.sequence).toBe(last.sequence + 1);
            expect(part.loop).toBe(last.loop + (part.first ? 1 : 0));
            const gap = part.startsAt - last.startsAt - getDuration(last);
            const atWeeksEnd = (part.startsAt - layout.begins) % WEEK_US === 0;
            expect(gap).toBeGreaterThanOrEqual(0);
            expect(gap).toBeLessThan(atWeeksEnd ? longest(layout) : 1);
          }
        }
        expect(later[0]!.sequence).toBeGreaterThanOrEqual(earlier[0]!.sequence);
        // A part of both windows is the same in both, for every viewer.
        for (const part of later) {
          const same = earlier.find(({ sequence }) => sequence === part.sequence);
          if (same) expect(same).toEqual(part);
        }
      }),
    );
  });

  test('is what was on at that moment: the newest part has just ended, so viewers are within a part of each other', () => {
    fc.assert(
      fc.property(week, instant, ({ layout }, now) => {
        const newest = getSegmentsOnAir(layout, now, SIZE).at(-1)!;
        const age = now - newest.startsAt - getDuration(newest);
        expect(age).toBeGreaterThanOrEqual(0);
        // At the end of the week up to one part of time has no part.
        expect(age).toBeLessThan(2 * longest(layout));
      }),
    );
  });

  test('plays a programme’s own media from its planned time on, late by less than a part', () => {
    fc.assert(
      fc.property(week, ({ layout }) => {
        for (const entry of layout.entries) {
          expect(entry.from - entry.planned.from).toBeGreaterThanOrEqual(0);
          expect(entry.from - entry.planned.from).toBeLessThan(longest(layout));
          expect(entry.media).toBe(entry.item?.media ?? SLATE);
        }
      }),
    );
  });

  test('repeats week for week, numbered on', () => {
    fc.assert(
      fc.property(week, instant, ({ layout }, now) => {
        const [a] = getSegmentsOnAir(layout, now, 1);
        const [b] = getSegmentsOnAir(layout, now + WEEK_US, 1);
        expect(b!.sequence - a!.sequence).toBe(layout.segments);
        expect(b!.loop - a!.loop).toBe(layout.loops);
        expect([b!.media, b!.index]).toEqual([a!.media, a!.index]);
      }),
    );
  });
});

describe('a live playlist', () => {
  test('is sound to a second parser, refresh after refresh', () => {
    fc.assert(
      fc.property(week, instant, ({ layout }, now) => {
        let last: types.MediaPlaylist | null = null;
        for (let at = now; at < now + 60 * 1e6; at += 2.5 * 1e6) {
          const playlist = playlistAt(layout, at);
          expect(playlist.segments).toHaveLength(SIZE);
          expect(playlist.endlist).toBe(false);
          for (const segment of playlist.segments) {
            expect(Math.round(segment.duration)).toBeLessThanOrEqual(playlist.targetDuration);
            expect(segment.map.uri).toContain('/240p/init.mp4');
            expect(segment.programDateTime).toBeInstanceOf(Date);
          }
          for (const segment of last?.segments ?? []) {
            const sameSegment = playlist.segments.find((it) => it.mediaSequenceNumber === segment.mediaSequenceNumber);
            if (!sameSegment) continue;
            expect(sameSegment.uri).toBe(segment.uri);
            expect(sameSegment.discontinuitySequence).toBe(segment.discontinuitySequence);
            expect(sameSegment.programDateTime).toEqual(segment.programDateTime);
          }
          last = playlist;
        }
      }),
      { numRuns: 40 },
    );
  });

  test('offers each height that some medium has, and saves data where asked', () => {
    const media = [SLATE, medium('tall', [4000], 720)];
    const all = parse(masterPlaylist(media)) as types.MasterPlaylist;
    expect(all.variants.map(({ resolution, uri }) => [resolution?.height, uri])).toEqual([
      [240, 'v240.m3u8'],
      [720, 'v720.m3u8'],
    ]);
    expect(all.variants[0]?.audio[0]?.uri).toBe('audio.m3u8');
    expect((parse(masterPlaylist(media, 360)) as types.MasterPlaylist).variants).toHaveLength(1);
    expect((parse(masterPlaylist(media, 100)) as types.MasterPlaylist).variants).toHaveLength(1);
  });
});

describe('a programme again', () => {
  test('has all of its parts once it is over, and those that have been shown before', () => {
    const film = medium('film', [4000, 4000, 2500]);
    const items: Item[] = [
      { day: 0, start: 20 * 60, minutes: 10, media: film },
      { day: 0, start: 20 * 60 + 10, minutes: 10, media: null },
    ];
    const layout = buildLayout(buildWeek(items), (it) => it.media, SLATE);
    const startsAt = NOW / 1e6;
    expect(showingAt(layout, startsAt, NOW)?.segments).toHaveLength(0);
    const begun = showingAt(layout, startsAt, NOW + 60 * 1e6)!;
    expect([begun.over, begun.segments.length]).toEqual([false, 16]);
    expect(begun.segments.slice(0, 4).map(({ sequence, loop: round, index }) => [sequence, round, index])).toEqual([
      ...[0, 1, 2].map((at) => [at, 0, at]),
      [3, 1, 0],
    ]);
    const over = showingAt(layout, startsAt, NOW + 7200 * 1e6)!;
    expect(over.over).toBe(true);
    expect(over.endsAt - startsAt).toBe(600);
    const complete = (name: string) =>
      parse(
        mediaPlaylist(over.segments, name, { target: layout.target, type: 'vod', firstLoop: 0, getUrl, getKey: null })!,
      ) as types.MediaPlaylist;
    const playlist = complete('audio');
    expect(playlist.endlist).toBe(true);
    expect(playlist.mediaSequenceBase).toBe(0);
    const seconds = playlist.segments.reduce((sum, { duration }) => sum + duration, 0);
    expect(seconds).toBeGreaterThanOrEqual(600);
    expect(seconds).toBeLessThan(604);
    // Sound and picture keep step however often the media is played: hls.js moves the one where they do not, and waits.
    expect(complete('v240').segments.map(({ duration }) => duration)).toEqual(
      playlist.segments.map(({ duration }) => duration),
    );
    // Without media of its own there is nothing to see again, nor where nothing begins.
    expect(showingAt(layout, startsAt + 600, NOW + 7200 * 1e6)).toBeNull();
    expect(showingAt(layout, startsAt + 60, NOW + 7200 * 1e6)).toBeNull();
  });
});

test('the check of schedules names gaps, overlaps and programmes without media', () => {
  const of = (day: number, start: number, minutes: number, folder: string | null) => {
    return { channel: 'one', name_en: `Programme ${day}`, day, start, minutes, folder };
  };
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => of(day, 0, 24 * 60, 'clip-1'));
  expect(scheduleReport(days, () => true)).toEqual([]);
  const week = [...days.slice(0, 5), of(5, 30, 24 * 60, 'gone'), of(6, 0, 24 * 60, null)];
  expect(scheduleReport(week, (folder) => folder === 'clip-1')).toEqual([
    'one: gap of 30 minutes at Thursday 00:00',
    'one: overlap of 30 minutes at Friday 00:00',
    'one: Programme 5, Thursday 00:30, has no media in gone: the slate is shown',
    'one: Programme 6, Friday 00:00, has no media: the slate is shown',
  ]);
});

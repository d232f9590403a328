import { describe, expect, it } from 'vitest';
import {
  MAX_CHAPTERS,
  parseChapters,
  parseMarkers,
  readChapters,
  readMarkers,
  type ChapterEntry,
  type MarkerEntry,
} from '../../../src/features/titles/facts/timeline.ts';

const LENGTH = 5400;
const chapter = (at: string | number, fa = 'آغاز', en = 'Start'): ChapterEntry => [at, null, fa, en];

describe('markers', () => {
  const read = (...list: MarkerEntry[]) => readMarkers(list, LENGTH);

  it('are in the order of the film, whichever way their times are typed, and may touch', () => {
    expect(read(['credits', '۱:۲۸:۰۰', '1:30:00'], ['intro', '00:01:02.500', 90], ['recap', 0, '1:03'])).toEqual({
      ok: true,
      list: [
        ['recap', 0, 63],
        ['intro', 63, 90],
        ['credits', 5280, 5400],
      ],
    });
  });

  it('are refused by the first that is wrong', () => {
    for (const [list, code, at] of [
      [[['intro', '1:75', '2:00']], 'timeline_time', 0],
      [[['intro', 1, 'soon']], 'timeline_time', 0],
      [[['intro', 62, 12]], 'timeline_order', 0],
      [[['intro', 12, 12]], 'timeline_order', 0],
      [[['credits', 5300, 5401]], 'timeline_length', 0],
      [
        [
          ['intro', 0, 60],
          ['recap', 59, 70],
        ],
        'timeline_overlap',
        1,
      ],
      [
        [
          ['intro', 20, 30],
          ['recap', 0, 3000],
        ],
        'timeline_overlap',
        1,
      ],
      [
        [
          ['intro', 0, 60],
          ['intro', 80, 90],
        ],
        'timeline_list',
        1,
      ],
    ] as [MarkerEntry[], string, number][])
      expect(read(...list), JSON.stringify(list)).toEqual({ ok: false, code, at });
  });

  it('are a list of kinds and times, and no other text', () => {
    for (const text of [
      'x',
      '{}',
      '[["song",1,2]]',
      '[["intro",1]]',
      '[["intro",-1,2]]',
      '[["intro",1.5,2]]',
      '[1]',
      'null',
    ])
      expect(parseMarkers(text), text).toBe(null);
    expect(parseMarkers('')).toEqual([]);
  });
});

describe('chapters', () => {
  const read = (...list: ChapterEntry[]) => readChapters(list, LENGTH);

  it('end where the next one begins, the last with the film, in the order of their times', () => {
    expect(read(chapter('۱۰:۰۰', ' ميانه ', 'Middle'), chapter(0))).toEqual({
      ok: true,
      list: [
        [0, 600, 'آغاز', 'Start'],
        [600, 5400, 'میانه', 'Middle'],
      ],
    });
  });

  it('are refused by the first that is wrong', () => {
    for (const [list, code, at] of [
      [[chapter('later')], 'timeline_time', 0],
      [[chapter(0), chapter(5400)], 'timeline_length', 1],
      [[chapter(60), chapter('1:00')], 'timeline_overlap', 1],
      [[chapter(0, '')], 'title_name', 0],
      [[chapter(0, 'آغاز', '  ')], 'title_name', 0],
      [[chapter(0, '\u202e\u200b')], 'title_name', 0],
      [[chapter(0, 'half \ud800')], 'title_name', 0],
      [[chapter(0, 'آ', 'x'.repeat(201))], 'title_name', 0],
      [Array.from({ length: MAX_CHAPTERS + 1 }, (_, at) => chapter(at)), 'timeline_list', MAX_CHAPTERS],
    ] as [ChapterEntry[], string, number][])
      expect(read(...list), JSON.stringify(list).slice(0, 100)).toEqual({ ok: false, code, at });
    expect(read(...Array.from({ length: MAX_CHAPTERS }, (_, at) => chapter(at))).ok).toBe(true);
  });

  it('have no marks of direction in their names, and keep letters that look like code', () => {
    expect(read(chapter(0, 'آ\u202eغ\u2066از', '<img src=x onerror=1>'))).toMatchObject({
      list: [[0, LENGTH, 'آغاز', '<img src=x onerror=1>']],
    });
    expect(parseChapters('[[0,null,"a"]]')).toBe(null);
  });
});

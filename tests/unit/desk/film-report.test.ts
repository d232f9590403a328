import { expect, it } from 'vitest';
import { describeReport } from '../../../src/features/ingest/desk/words.ts';

/** Tags of a film file are typed by its maker. */
const HOSTILE = '\u202e\u2067">dub';

it('the report of a film file with unknown language tags is words, and its lines keep their direction', () => {
  const rows = describeReport({
    ...{ seconds: 60, width: 1920, height: 1080, frame_rate: 25, is_hdr: false, chapters: 0, renditions: [HOSTILE] },
    sounds: [{ language: HOSTILE, title: HOSTILE, channels: 2, is_description: false }],
    subtitles: [{ language: HOSTILE, is_text: true, is_forced: false, is_for_deaf: false }],
  });
  const tags = rows.filter(([, text]) => text.includes('dub'));
  expect(tags).toHaveLength(3);
  for (const [, text] of rows) expect(text).not.toMatch(/[\u202a-\u202e\u2067]/);
  for (const [, text] of tags) expect(text).toContain('\u2068">dub\u2069');
});

it('a language of a track is named', () => {
  const facts = { seconds: 60, width: 1, height: 1, frame_rate: 25, is_hdr: false, chapters: 0, renditions: [] };
  const sound = { language: 'fa', title: '', channels: 2, is_description: false };
  const texts = describeReport({ ...facts, sounds: [sound], subtitles: [] }).map(([, text]) => text);
  expect(texts.some((text) => text.includes('\u2068فارسی\u2069'))).toBe(true);
});

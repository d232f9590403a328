import { expect, it } from 'vitest';
import { toSubtitleRenditions } from '../../../src/features/ingest/media/subtitle-files.ts';

const nameTrack = (name: string, isForDeaf = false) =>
  toSubtitleRenditions([{ name, language: 'fa', isForced: false, isForDeaf }])[0]?.name;

it('counts tracks of one language in their names, whatever digits the name of an upload ends in', () => {
  expect(nameTrack('fa')).toBe('فارسی');
  expect(nameTrack('fa-2')).toBe('فارسی 2');
  expect(nameTrack('fa-12345678')).toBe('فارسی');
  expect(nameTrack('fa-deaf-13088637', true)).toBe('فارسی (SDH)');
});

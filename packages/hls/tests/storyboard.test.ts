import { expect, it } from 'vitest';
import { parseStoryboard } from '../src/playlist/storyboard.ts';

it('a storyboard’s cues are parts of pictures; what cannot be read is left out', () => {
  const text =
    'WEBVTT\r\n\r\n00:00.000 --> 00:10.000\r\nall.jpg#xywh=160,90,160,90\r\n\r\nnonsense\r\n\r\n01:00:05.5 --> 01:00:10\nb.jpg';
  const thumbnails = parseStoryboard(text, 'https://site.test/story/index.vtt');
  expect(thumbnails.map(({ url, startTime, endTime, coords }) => [url.href, startTime, endTime, coords])).toEqual([
    ['https://site.test/story/all.jpg', 0, 10, { x: 160, y: 90 }],
    ['https://site.test/story/b.jpg', 3605.5, 3610, null],
  ]);
});

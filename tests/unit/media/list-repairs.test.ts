import { expect, it } from 'vitest';
import { decodeName } from '../../../src/platform/media/subtitles/decode-name.ts';
import { listRepairs } from '../../../src/platform/media/subtitles/list-repairs.ts';

const TIME = '00:00:01,000 --> 00:00:02,500';
const read = (text: string | Uint8Array, language = 'fa') => {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const { counts, repairs, ...rest } = listRepairs(bytes, { language, decodeName });
  return { ...rest, counts: Object.fromEntries(counts), repairs };
};

it('names nothing of a file that is right', () => {
  const { changed, counts, repairs, cues } = read(`1\n${TIME}\nسلام، دنیا.\n\n2\n${TIME}\nدو خط\nاینجا\n`);
  expect([changed, counts, repairs, cues.length]).toEqual([0, {}, [], 2]);
});

it.each([
  ['letters', 'كتابي', 'کتابی'],
  ['direction', '.سلام دنیا', 'سلام دنیا.'],
  ['marks', '\u202bسلام\u202c', 'سلام'],
  ['tags', '<font color="red">سلام</font>', 'سلام'],
] as const)('names %s with the line before and after', (kind, before, after) => {
  const { counts, repairs } = read(`1\n${TIME}\n${before}\n`);
  expect(counts).toEqual({ [kind]: 1 });
  expect(repairs).toEqual([{ line: 3, before, after, kinds: [kind] }]);
});

it('names a time that is written in another way, or has its ends swapped', () => {
  const { changed, counts, repairs } = read(
    `1\n۰۰:۰۰:۰۱ -> ۰۰:۰۰:۰۲\nیک\n\n2\n00:00:09,000 --> 00:00:05,000\nدو\n\n3\n${TIME}\nسه`,
  );
  expect([changed, counts]).toEqual([2, { times: 2 }]);
  expect(repairs.map(({ after }) => after)).toEqual([
    '00:00:01.000 --> 00:00:02.000\nیک',
    '00:00:05.000 --> 00:00:09.000\nدو',
  ]);
});

it('counts all and lists six, and knows scripts of ASS', () => {
  const many = Array.from({ length: 9 }, (_, at) => `${String(at + 1)}\n${TIME}\nكاخ ${String(at)}\n`).join('\n');
  const { changed, repairs } = read(many);
  expect([changed, repairs.length]).toEqual([9, 6]);
  const script = '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,{\\i1}دریا{\\i0}\\Nآبی';
  expect(read(script).counts).toEqual({ tags: 1 });
});

import { expect, it } from 'vitest';
import { TextMemory } from '../../../src/platform/text/text-memory.ts';

it('tells texts of one length apart, and finds one that was cut out of another', () => {
  const memory = new TextMemory<number>(10);
  memory.set('فیلم', 1);
  memory.set('سریا', 2);
  memory.set('', 3);
  expect(['یک فیلم خوب'.slice(3, 7), 'سریا', '', 'فیلو', 'فیل'].map((text) => memory.get(text))).toEqual([
    1,
    2,
    3,
    undefined,
    undefined,
  ]);
});

it('begins again where it is full', () => {
  const memory = new TextMemory<number>(2);
  for (const [at, text] of ['a', 'b', 'c'].entries()) memory.set(text, at);
  expect(['a', 'b', 'c'].map((text) => memory.get(text))).toEqual([undefined, undefined, 2]);
  memory.set('d', 3);
  expect([memory.get('c'), memory.get('d')]).toEqual([2, 3]);
});

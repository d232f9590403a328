import { expect, test } from 'vitest';
import { getLetterKey, findLetter, getLetters, getScript } from '../../../src/features/people/alphabet.ts';
import { foldForSearch, sortKey } from '../../../src/platform/text/persian-text.ts';

test('the Persian alphabet has 32 letters, the Latin one 26', () => {
  expect(getLetters('fa')).toHaveLength(32);
  expect(getLetters('en')).toHaveLength(26);
});

test.each(['fa', 'en'] as const)('letters are in the order of their keys, and found again by them (%s)', (locale) => {
  const keys = getLetters(locale).map(getLetterKey);
  expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)));
  for (const letter of getLetters(locale)) {
    expect(findLetter(locale, getLetterKey(letter))).toBe(letter);
    expect(getScript(letter)).toBe(locale);
  }
});

test.each([
  ['آذر', 'ا'],
  ['پژمان', 'پ'],
  ['كيميايى', 'ک'],
  ['یاسمن', 'ی'],
])('%s is filed under %s', (name, letter) => {
  expect(findLetter('fa', sortKey(name).charAt(0))).toBe(letter);
});

test('an accent files a name under its plain letter; a sign files it under none', () => {
  expect(findLetter('en', foldForSearch('Éric').charAt(0))).toBe('e');
  expect(findLetter('en', foldForSearch('۲۰۰۱').charAt(0))).toBeUndefined();
});

test.each(['', 'A', 'aa', 'ء', 'ي', '1', '%', '😀'])('%j is no letter', (text) => {
  expect(getScript(text)).toBeNull();
});

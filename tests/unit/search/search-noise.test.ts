import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findNoise } from '../../../src/features/search/query/noise-words.ts';
import { readLooseQuery } from '../../../src/features/search/query/loosen.ts';
import { isSameWord, listHomophones } from '../../../src/features/search/query/orthography.ts';
import { canSoundLike } from '../../../src/features/search/query/vowels.ts';
import { readSearchPath } from '../../../src/features/search/query/search-path.ts';
import { paths } from '../../../src/platform/paths.ts';
import { foldForSearch } from '../../../src/platform/text/persian-text.ts';

/** The words that are left of a text. */
function leave(text: string): string {
  const words = foldForSearch(text).split(' ');
  const isNoise = findNoise(words);
  return words.filter((_, at) => !isNoise[at]).join(' ');
}

describe('noise around a name', () => {
  test.each([
    ['action', 'دانلود رایگان هامون با لینک مستقیم', 'هامون'],
    ['format', 'هامون mkv کم‌حجم', 'هامون'],
    ['quality', 'هامون با کیفیت فول اچ دی ۱۰۸۰p', 'هامون'],
    ['codec', 'hamoun x265 10bit ddp5 1', 'hamoun'],
    ['an unknown group', 'hamoun 1990 1080p web dl qwkzt', 'hamoun 1990'],
    ['dub', 'هامون دوبله‌ی فارسی', 'هامون'],
    ['subtitle', 'هامون با زیرنویس چسبیده', 'هامون'],
    ['site', 'هامون از سایت فیلیمو', 'هامون'],
    ['language', 'هامون به زبان اصلی', 'هامون'],
    ['edition', 'نسخه کامل هامون بدون سانسور', 'هامون'],
    ['episode', 'پایتخت فصل دوم قسمت ۵', 'پایتخت'],
    ['episode, numbers first', 'paytakht s02e05', 'paytakht'],
    ['Finglish', 'danlod hamoon ba zirnevis farsi', 'hamoon'],
    ['a slip', 'دانللود هامون دوبله', 'هامون'],
    ['a link that begins a name', 'دانلود از کرخه تا راین', 'از کرخه تا راین'],
    ['a name of technical words first', '1080p hamoun', 'hamoun'],
    ['no noise', 'جدایی نادر از سیمین', 'جدایی نادر از سیمین'],
  ])('%s: %s', (_category, text, left) => {
    expect(leave(text)).toBe(foldForSearch(left));
  });

  const typed = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 250 }),
    fc
      .array(fc.constantFrom('دانلود', 'هامون', '1080p', 'x264', 'با', '۱۳۶۹', '2011', 'فیلم', 'www.a.ir', '.', '"'), {
        maxLength: 40,
      })
      .map((words) => words.join(' ')),
  );

  test('whatever is typed, its parts hold words of it and nothing of FTS5', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const loose = readLooseQuery(text, []);
        if (!loose) return;
        for (const { words, text: part } of [...loose.candidates, ...loose.parts]) {
          expect(words.join('')).toMatch(/^[\p{L}\p{N}]+$/u);
          expect(foldForSearch(part).replaceAll(' ', '')).toBe(words.join(''));
        }
        expect(loose.parts.length).toBeLessThanOrEqual(24 * 8);
      }),
    );
  });
});

test('two spellings of a word are one word, other words are not', () => {
  for (const [a, b] of [
    ['تهران', 'طهران'],
    ['اتاق', 'اطاغ'],
    ['مسئله', 'مساله'],
    ['هیأت', 'هیئت'],
    ['صحبت', 'ثهبط'],
  ] as const) {
    expect(isSameWord(foldForSearch(a), foldForSearch(b)), `${a} ${b}`).toBe(true);
  }
  for (const [a, b] of [
    ['تهران', 'مهران'],
    ['تهران', 'تهران'],
    ['جدایی', 'جنایی'],
  ] as const) {
    expect(isSameWord(a, b), `${a} ${b}`).toBe(false);
  }
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from('تطسثصزذضظهحقغامن')), maxLength: 24 }), (word) => {
      const forms = listHomophones(word);
      expect(forms[0]).toBe(word);
      expect(forms.length).toBeLessThanOrEqual(48);
      for (const form of forms.slice(1)) expect(isSameWord(word, form)).toBe(true);
    }),
  );
});

test.each([
  ['jodayi', 'جدایی نادر از سیمین', true],
  ['jodayi', 'جاده', false],
  ['jodaei', 'اژدها وارد می‌شود!', false],
  ['khune', 'خانه', true],
  ['khahar', 'خواهر', true],
  ['bachehaye aseman', 'بچه‌های آسمان', true],
])('%s may be %s: %s', (typed, name, isLike) => {
  expect(canSoundLike(typed.split(' '), [name])).toBe(isLike);
});

test('a query survives its address, signs of addresses too', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (query) => {
      const { pathname } = new URL(paths.search(query), 'https://pardeh.test');
      // An address cannot hold the names «.» and «..».
      fc.pre(!/^\.{1,2}$/.test(query));
      expect(readSearchPath(pathname)).toBe(query.toWellFormed());
    }),
  );
  expect(readSearchPath('/search/Kitchen%3A%20Rice')).toBe('Kitchen: Rice');
  expect(readSearchPath('/search/%2F%3F%23%26%3D%2B%40%3B%2C%24')).toBe('/?#&=+@;,$');
  expect(readSearchPath('/search/100%2525')).toBe('100%25');
  expect(readSearchPath('/search')).toBe('');
  expect(readSearchPath('/search/%E0%A4')).toBe('');
});

import { describe, expect, it } from 'vitest';
import { hasContact, hasHeldWord, HELD_WORDS } from '../../../src/features/comments/comment-words.ts';
import {
  computeAverageStars,
  cleanCommentText,
  cleanName,
  countCharacters,
  formatTimecode,
  isCovered,
  parseTimecode,
} from '../../../src/features/comments/comments.ts';
import { foldForSearch } from '../../../src/platform/text/persian-text.ts';

describe('the text of a comment', () => {
  it('has no bidi controls, other controls or invisible characters', () => {
    const bidi = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
    for (const unsafe of Array.from(
      `${bidi}\u0000\u0007\u001b\u0085\u200b\u2060\u2062\u00ad\ufeff\u3164\u{e0041}\ue000`,
    )) {
      const code = unsafe.codePointAt(0)?.toString(16);
      expect(cleanCommentText(`a${unsafe}b`).replace('\n', ''), code).toBe('ab');
    }
  });

  it('keeps ZWNJ, emoji with their joiners, and new lines, two at most', () => {
    expect(cleanCommentText('می‌خواهم')).toBe('می‌خواهم');
    expect(cleanCommentText('👨‍👩‍👧 ❤️')).toBe('👨‍👩‍👧 ❤️');
    expect(cleanCommentText('یک\r\nدو\n\n\n\n\nسه\tچهار   پنج')).toBe('یک\nدو\n\nسه چهار پنج');
  });

  it('is empty where nothing can be seen of it', () => {
    for (const text of ['', ' \n\t', '\u200c\u200d\u200c', '\u202e\u2066', '\u00a0\u3000']) {
      expect(cleanCommentText(text), JSON.stringify(text)).toBe('');
    }
  });

  it('has at most three marks on a letter, and no half of an emoji', () => {
    expect(cleanCommentText(`a${'\u0336'.repeat(500)}`)).toHaveLength(4);
    expect(cleanCommentText('مُحَمَّد')).toBe('مُحَمَّد'.normalize('NFC'));
    expect(cleanCommentText('a\ud83d')).toBe('a\ufffd');
  });

  it('is counted in code points', () => {
    expect(countCharacters('😀')).toBe(1);
    expect(countCharacters('👨‍👩‍👧')).toBe(5);
    expect(countCharacters('می‌خواهم')).toBe(8);
  });

  it('is left as it is with markup, which whoever shows it escapes', () => {
    expect(cleanCommentText('<b>&amp;</b>')).toBe('<b>&amp;</b>');
    expect(cleanName('a\nb\u202e')).toBe('a b');
  });
});

describe('the list of words', () => {
  it('is in the folded form of the search', () => {
    for (const word of HELD_WORDS) expect(foldForSearch(word)).toBe(word);
    expect(new Set(HELD_WORDS).size).toBe(HELD_WORDS.length);
  });

  it('finds a word however it is spelled', () => {
    const spellings = [
      'بي‌شرف',
      'بی شرف',
      'بیشــرف',
      'ب ی ش ر ف',
      'بیییشرررف',
      'بِیشَرَف',
      'ب.ی.ش.ر.ف',
      'FuCk',
      'ｆｕｃｋ',
      'f u c k',
    ];
    for (const text of spellings) expect(hasHeldWord(`این ${text} است`), text).toBe(true);
  });

  it('lets ordinary words pass', () => {
    for (const text of [
      'هیچ کس نیامد',
      'کسی را دیدم',
      'فیلم خوبی بود',
      'کشور ما',
      'شرف دارد',
      'a classic assassin',
      'Scunthorpe',
    ]) {
      expect(hasHeldWord(text), text).toBe(false);
    }
  });

  it('sees addresses, accounts and telephone numbers', () => {
    for (const text of [
      'https://x.ir',
      'www.a',
      'bia t.me/abc',
      '@kanal',
      'film-dl.com',
      ...[
        'evil。com',
        'evil｡com',
        'evil．com',
        'evil۔com',
        't . me/x',
        't .me',
        't. me / x',
        'evil[dot]com',
        'evil نقطه com',
      ],
      ...['بیا film.top', 'FILM.DOWNLOAD', 'https : //x', 'x.photography/a', 'xn--mgba3a.xn--mgba3a4f16a'],
      '۰۹۱۲ ۳۴۵ ۶۷ ۸۹',
      '+98 (912) 345-6789',
      '0 9 1 2 3 4 5 6 7 8 9',
      '021 8888 777',
    ]) {
      expect(hasContact(text), text).toBe(true);
    }
    for (const text of [
      'سال ۱۳۹۸ دیدم',
      'ساعت 1:05:10',
      'سال‌های ۱۳۹۸ ۱۴۰۰ ۱۴۰۱',
      'خوب بود.ولی',
      '10.000 بار',
      'It was good. The end',
      'صدای 5.1',
      'Dr. Strange',
      '... and then',
      'دو نقطه',
    ]) {
      expect(hasContact(text), text).toBe(false);
    }
  });
});

describe('the time of a comment', () => {
  it('is typed in minutes or as a time, in any digits', () => {
    const typed = {
      '42': 2520,
      '۴۲': 2520,
      '۴۲:۱۰': 2530,
      '1:05:10': 3910,
      '90:00': 5400,
      ' ٤٢ ': 2520,
      '0:05': 5,
      '': null,
    };
    for (const [text, at] of Object.entries(typed)) expect(parseTimecode(text), text).toBe(at);
    for (const text of ['-1', 'x', '1:60', '1:60:00', '1:2:3:4', '1.5', '9999', '1e2']) {
      expect(parseTimecode(text), text).toBeUndefined();
    }
  });

  it('covers the comment until it is watched', () => {
    expect([isCovered(null, 0), isCovered(60, 59), isCovered(60, 60), isCovered(0, 0)]).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect([formatTimecode(5), formatTimecode(2530), formatTimecode(3910)]).toEqual(['0:05', '42:10', '1:05:10']);
  });
});

describe('the average', () => {
  it('is Bayesian, and absent without votes', () => {
    expect(computeAverageStars({ votes: 0, stars: 0 })).toBeNull();
    expect(computeAverageStars({ votes: 1, stars: 5 })).toBe(3.64);
    expect(computeAverageStars({ votes: 1, stars: 1 })).toBe(3.27);
    expect(computeAverageStars({ votes: 1000, stars: 5000 })).toBe(4.99);
  });
});

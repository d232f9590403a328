import { describe, expect, test } from 'vitest';
import { foldForSearch, foldJoined, sortKey, words } from '../../../src/platform/text/persian-text.ts';

describe('folding', () => {
  test.each([
    ['Arabic yeh and kaf', 'كيميايى', 'کیمیایی'],
    ['teh marbuta and heh with yeh', 'مدرسة خانۀ خانهٔ', 'مدرسه خانه خانه'],
    ['hamza and madda', 'أإٱآ مؤمن رئيس', 'اااا مومن رییس'],
    ['marks and tatweel', 'مُحَمَّـــد', 'محمد'],
    ['every set of digits', '۱۲ ١٢ 12 １２', '12 12 12 12'],
    ['Latin marks and capitals', 'Éric AMÉLIE', 'eric amelie'],
    ['punctuation', '«کجاست؟» (1987) – two/three', 'کجاست 1987 two three'],
    ['directional marks', '\u200fلیلا\u200e', 'لیلا'],
    ['ZWNJ as a space', 'می‌خواهم', 'می خواهم'],
    ['nothing but signs', '؟!😀"*', ''],
  ])('%s', (_name, text, folded) => {
    expect(foldForSearch(text)).toBe(folded);
    expect(foldForSearch(folded)).toBe(folded);
  });

  test('ZWNJ words are also one word', () => {
    expect(foldJoined('می‌خواهم زنده بمانم')).toBe('میخواهم زنده بمانم');
    expect(words('بچه‌های آسمان')).toEqual(['بچه', 'های', 'اسمان']);
    expect(words('  ')).toEqual([]);
  });

  test('sorts by the Persian alphabet, not by code points', () => {
    const names = ['یاس', 'کتاب', 'پرویز', 'بهرام', 'ژاله', 'آرش', 'چنگیز', 'نادر', 'گلی'];
    const sorted = names.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
    expect(sorted).toEqual(['آرش', 'بهرام', 'پرویز', 'چنگیز', 'ژاله', 'کتاب', 'گلی', 'نادر', 'یاس']);
  });
});

import { describe, expect, test } from 'vitest';
import { foldForSearch } from '../../../src/platform/text/persian-text.ts';
import { getNameSkeletons, getSkeletons } from '../../../src/features/search/query/finglish.ts';
import { highlight } from '../../../src/features/search/query/highlight.ts';
import { convertLayouts } from '../../../src/features/search/query/keyboard.ts';
import { buildCorrectedReadings, planQuery } from '../../../src/features/search/query/query-plan.ts';
import { findSuggestion } from '../../../src/features/search/query/suggestion.ts';
import { isOneTypoApart, getTypoKeys } from '../../../src/features/search/query/typo.ts';

describe('Finglish meets Persian in a skeleton of consonants', () => {
  test.each([
    ['جدایی نادر از سیمین', ['jodaei nader az simin', 'jodayi-ye nader az seemin', 'jodaie naader az simin']],
    ['رخساره', ['rokhsare', 'roxsareh', 'rokhsaareh']],
    ['خانه', ['khane', 'khune', 'khooneh', 'xane']],
    ['قهوه تلخ', ['ghahve talkh', 'qahveye talx', 'ghahveh talkh']],
    ['عباس کیارستمی', ['abbas kiarostami', 'abas kiyarostami']],
    ['ماهی و گربه', ['mahi o gorbe', 'mahi va gorbeh']],
    ['ژاله', ['zhaleh', 'jale']],
    ['اشک‌ها', ['ashkha']],
    ['کاغذهای باطله', ['kaghazhaye batele', 'kaghazhae baateleh']],
    ['نمایشگاه کتاب', ['namayeshgah ketab', 'namayeshgahe ketab']],
  ])('%s', (name, spellings) => {
    const { whole } = getNameSkeletons(name);
    for (const spelling of spellings) {
      const readings = getSkeletons(foldForSearch(spelling)).reduce<string[]>(
        (all, keys) => all.flatMap((one) => keys.map((key) => one + key)),
        [''],
      );
      expect(readings, spelling).toContain(whole);
    }
  });

  test('a ZWNJ word is two words and one', () => {
    expect(getNameSkeletons('بچه‌های آسمان')).toEqual({ words: ['bc', 'h', 'smn', 'bch'], whole: 'bchsmn' });
  });
});

describe('the other keyboard layout', () => {
  test.each([
    ['fghgh', 'بلالا'],
    [';hchfgh', 'کازابلا'],
    ['[nhdd khnv', 'جدایی نادر'],
    ['فاث لخیبشفاثق', 'the godfather'],
    ['Cm', 'ژپ'],
  ])('%s is %s', (typed, meant) => {
    expect(convertLayouts(typed)).toContain(meant);
  });

  test.each(['', '123', 'leila لیلا', '؟!'])('%j has none', (typed) => {
    expect(convertLayouts(typed)).toEqual([]);
  });
});

describe('one typo', () => {
  test.each([
    ['فروشنده', 'فروشنه', true],
    ['فروشنده', 'فروشننده', true],
    ['فروشنده', 'فروشدنه', true],
    ['فروشنده', 'فروشنته', true],
    ['papillon', 'papilon', true],
    ['فروشنده', 'فروشنده', true],
    ['فروشنده', 'فرشنه', false],
    ['godfather', 'dogfather', false],
    ['abcd', 'badc', false],
    ['', 'ab', false],
  ])('%s and %s: %s', (a, b, near) => {
    expect(isOneTypoApart(a, b)).toBe(near);
    expect(isOneTypoApart(b, a)).toBe(near);
    if (near) expect(getTypoKeys(a).some((key) => getTypoKeys(b).includes(key))).toBe(true);
  });

  test('short words and numbers have none', () => {
    expect(getTypoKeys('گاو')).toEqual(['گاو']);
    expect(getTypoKeys('1400')).toEqual(['1400']);
  });
});

describe('the plan of a query', () => {
  test('ranks the name itself, then names that begin so, then names with the words', () => {
    expect(planQuery('NEAR(a OR b)')?.typed.tiers).toEqual([
      'names : "nearaorb"',
      'names : "nearaorb" *',
      expect.stringMatching(/^\(names : "nearaorb" \* OR words : \("near" AND "a" AND "or" \*\)/),
    ]);
  });

  test('holds nothing where nothing can be searched for, and counts letters, not spaces', () => {
    expect(planQuery('"*"^:(){}[]-')).toBeNull();
    expect(planQuery(' ل  ی ')?.letters).toBe(2);
    // Signs of one layout are letters of the other.
    expect(planQuery("'h,")?.letters).toBe(3);
  });

  test('puts the other layout before a typo, and a typo before Finglish', () => {
    const plan = planQuery('jodaie');
    const meant = plan ? buildCorrectedReadings(plan, ['jodaei', 'jodaia', 'simin']) : [];
    expect(meant.map(({ tiers }) => tiers.at(-1))).toEqual([
      expect.stringContaining('"تخیشهث"'),
      'words : (("jodaie" * OR "jodaei" OR "jodaia"))',
      expect.stringContaining('sounds : ("jd" *)'),
    ]);
  });
});

describe('did you mean', () => {
  const suggest = (query: string, existing: string[], names: string[]) => {
    const plan = planQuery(query);
    return plan && findSuggestion(buildCorrectedReadings(plan, existing), names);
  };

  test('spells what was meant as the name does', () => {
    expect(suggest('بچه‌های آسمسن', ['اسمان'], ['بچه‌های آسمان', 'Children of Heaven'])).toBe('بچه های آسمان');
    expect(suggest('teh godfathre', ['godfather'], ['پدرخوانده', 'The Godfather'])).toBeNull();
    expect(suggest('godfathre', ['godfather'], ['پدرخوانده', 'The Godfather'])).toBe('Godfather');
    expect(suggest('gdgh', [], ['لیلا', 'Leila'])).toBe('لیلا');
  });

  test('says nothing where no reading is borne out', () => {
    expect(suggest('gdgh', [], ['گاو', 'The Cow'])).toBeNull();
  });
});

describe('highlighting', () => {
  const marked = (name: string, ...terms: string[]) =>
    highlight(name, terms)
      .map(({ text, found: isFound }) => (isFound ? `[${text}]` : text))
      .join('');

  test.each([
    ['whole words', 'جدایی نادر از سیمین', ['نادر', 'سیمین'], 'جدایی [نادر] از [سیمین]'],
    ['half a word, as it is written', 'آژانس شیشه‌ای', ['اژا', 'شیش'], '[آژا]نس [شیش]ه‌ای'],
    ['marks belong to their letter', 'شبِ اول', ['شب'], '[شبِ] اول'],
    ['any digits', 'شیار ۱۴۳', ['143'], 'شیار [۱۴۳]'],
    ['Latin in any case', 'The Godfather', ['godf'], 'The [Godf]ather'],
    ['nothing', 'گاو', ['leila'], 'گاو'],
  ])('%s', (_what, name, terms, expected) => {
    expect(marked(name, ...terms)).toBe(expected);
  });
});

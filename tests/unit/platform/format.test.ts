import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { nameCountry, nameLanguage } from '../../../src/platform/text/code-names.ts';
import {
  formatDate,
  formatNumber,
  formatPlain,
  formatTime,
  formatWeekday,
  formatYear,
} from '../../../src/platform/text/format.ts';
import { runInLocale } from '../../../src/platform/text/locale-server.ts';
import type { Locale } from '../../../src/platform/text/locale.ts';
import { languageList } from '../../../src/platform/ui/language-list.ts';

const EXPECTED: Record<Locale, string[]> = {
  fa: [
    '۱٬۲۳۴٬۵۶۷',
    '۱٫۵',
    '۰٫۱۲۵',
    '۲۰۲۴',
    '۱۴۰۳',
    '۱ فروردین ۱۴۰۳',
    'چهارشنبه',
    '۲۱:۳۰',
    'ایران',
    'فارسی',
    'فارسی و انگلیسی',
  ],
  en: [
    '1,234,567',
    '1.5',
    '0.125',
    '2024',
    '2024',
    '20 March 2024',
    'Wednesday',
    '21:30',
    'Iran',
    'Persian',
    'Persian and English',
  ],
};

function formatAll(): string[] {
  return [
    ...[formatNumber(1_234_567), formatNumber(1.54, 1), formatNumber(0.1249, 3), formatPlain(2024)],
    ...[formatYear(2024, true), formatDate('2024-03-20'), formatWeekday('2024-03-20').weekday],
    formatTime(Date.parse('2024-03-20T18:00:00Z') / 1000),
    ...[nameCountry('IR'), nameLanguage('fa'), languageList(['fa', 'en'])],
  ];
}

test.each(['fa', 'en', 'fa'] as const)('numbers, dates and names in %s, again after the other locale', (locale) => {
  expect(runInLocale(locale, formatAll)).toEqual(EXPECTED[locale]);
});

test('two requests at once keep their own locale between waits', async () => {
  const render = (locale: Locale, rest: number) =>
    runInLocale(locale, async () => {
      const texts: string[][] = [];
      for (let turn = 0; turn < 5; turn += 1) {
        texts.push(formatAll());
        await sleep(rest);
      }
      return texts;
    });
  const [persian, english] = await Promise.all([render('fa', 2), render('en', 1)]);
  expect(new Set(persian.map((texts) => texts.join()))).toEqual(new Set([EXPECTED.fa.join()]));
  expect(new Set(english.map((texts) => texts.join()))).toEqual(new Set([EXPECTED.en.join()]));
});

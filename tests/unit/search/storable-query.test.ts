import { expect, test } from 'vitest';
import { toStorableQuery } from '../../../src/features/search/query/storable-query.ts';

test.each([
  ['كتاب‌خانه', 'کتاب خانه'],
  ['  Inception!  ', 'inception'],
  ['بیست و یک گرم ۲۱', 'بیست و یک گرم 21'],
  ['فیلم ۱۳۹۸', 'فیلم 1398'],
  ['2012', '2012'],
])('%s is stored folded', (text, query) => {
  expect(toStorableQuery(text)).toBe(query);
});

test.each([
  ['a mobile', '09121234567'],
  ['a mobile in Persian digits with spaces', '۰۹۱۲ ۱۲۳ ۴۵ ۶۷'],
  ['a mobile with its country', '+98 912 123 4567'],
  ['a mobile within words', 'شماره من 912 123 4567 است'],
  ['a national number', '0012345679'],
  ['a card', '6037-9911-2233-4455'],
  ['an IBAN', 'IR06 0960 0000 0010 0324 2000 01'],
  ['a code by SMS', '4821'],
  ['a discount code', 'NOWRUZ20'],
  ['a gift card’s code', '2345-6789-ABCD-EFGH-JKLM'],
  ['an e-mail address', 'ali.rezaei@example.com'],
  ['a broad at', 'ali＠example.com'],
  ['an address without its at', 'ali rezaei gmail com'],
  ['a link', 'https://pardeh.example/film'],
  ['a random token', 'x7f9q2k1'],
  ['a long word', 'a'.repeat(21)],
  ['a sentence', 'یک دو سه چهار پنج شش هفت هشت نه'],
  ['long words', 'abcdefghijklmnop '.repeat(5)],
  ['one letter', 'ا'],
  ['nothing', ' !؟ '],
])('%s is not stored', (_, text) => {
  expect(toStorableQuery(text)).toBeNull();
});

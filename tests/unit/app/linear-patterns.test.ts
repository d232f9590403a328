import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cleanCommentText } from '../../../src/features/comments/comments.ts';
import { findSlowText, listPatterns } from '../../support/rules/slow-patterns.ts';

const FILES = globSync('src/**/*.{ts,tsx,astro}').filter((file) => !file.includes('/paraglide/'));
/** They read no stranger's text: pages of this site, whose `<` is escaped; packages, while the site is built; its settings. */
const OWN_TEXT = ['src/platform/http/pages/page-parts.ts', 'src/platform/patches/', 'src/app/provider/settings.ts'];

it('finds what is slow', () => {
  const isSlow = (source: string) => findSlowText({ file: '', source, flags: '' }) !== null;
  const slow = ['^(a+)+$', '\\s+$', '<b>[^]*?</b>', '^\\s*\\d*\\d*$', '(?:x|xx)*y', '^[ ]+|[ ]+$'];
  expect(slow.filter((source) => !isSlow(source))).toEqual([]);
  expect(['^a+$', '\\s', '^\\s+', '[^<>]+', '^(?:[a-z]+-)*x$', '<b>[^<]*</b>'].filter(isSlow)).toEqual([]);
});

it('every pattern of the site takes linear time, whatever the text', () => {
  const patterns = FILES.flatMap(listPatterns);
  expect(patterns.length).toBeGreaterThan(300);
  const slow = patterns.flatMap((pattern) => {
    const text = findSlowText(pattern);
    return text === null ? [] : [`${pattern.file} /${pattern.source}/${pattern.flags} ${JSON.stringify(text)}`];
  });
  expect(slow.filter((line) => !OWN_TEXT.some((file) => line.startsWith(file)))).toEqual([]);
});

it('a comment is cleaned in linear time, whatever it is made of', () => {
  for (const signs of [' \u200c', '\u200d', '\n ', '\r', '\u0301', 'ا\u0301', '\u034f', ' \n ', '\u2028']) {
    const measure = (size: number) => {
      const text = `a${signs.repeat(size / signs.length)}b`;
      const start = performance.now();
      cleanCommentText(text);
      return performance.now() - start;
    };
    measure(16_000);
    expect(Math.min(measure(64_000), measure(64_000), measure(64_000)), JSON.stringify(signs)).toBeLessThan(100);
  }
});

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseNamedTest } from '../../site-bugs/named-test.ts';
import { SITE_BUGS } from '../../site-bugs/site-bugs.ts';
import { changeText } from '../../simulator/mutation/change.ts';

test('there are fifty bugs of the site, each in its own words', () => {
  expect(new Set(SITE_BUGS.map(({ name }) => name)).size).toBe(SITE_BUGS.length);
  expect(SITE_BUGS.length).toBeGreaterThanOrEqual(50);
});

test.each(SITE_BUGS)('$name: is in today’s code', ({ and = [], ...first }) => {
  for (const { file, find, replace } of [first, ...and]) {
    const source = readFileSync(file, 'utf8');
    expect(() => changeText(file, source, find, replace), file).not.toThrow();
    expect(replace).not.toBe(find);
  }
});

test.each(SITE_BUGS)('$name: the tests that have to find it exist', ({ tests }) => {
  for (const { file, title } of tests.map(parseNamedTest)) {
    expect(existsSync(file), file).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain(title ?? '');
  }
});

import { describe, expect, it } from 'vitest';
import { progress, specCoverage } from '../../../scripts/check/spec-coverage.ts';
import { SPEC_IDS, SPEC_PARTS } from '../../../scripts/check/spec-ids.ts';
import { SPEC_VALUES, specValues } from '../../../scripts/check/spec-values.ts';

const file = (path: string, text: string) => ({ path, text });
const messages = (findings: { message: string }[]) => findings.map((finding) => finding.message);

describe('spec coverage', () => {
  const table = (...rows: string[]) => file('docs/spec-coverage.md', rows.join('\n'));
  const read = (path: string) => (path === 'tests/e2e/a.spec.ts' ? "test('opens a film', …)" : null);
  const check = (...rows: string[]) => messages(specCoverage(table(...rows), ['1.01', '1.02'], read));

  it('accepts each id once, done with a proof that exists, or open', () => {
    expect(check('| 1.01 | done | tests/e2e/a.spec.ts: "opens a film" |', '| 1.02 | open | |')).toEqual([]);
  });

  it('finds ids that are missing, doubled, unknown or in no state', () => {
    expect(check('| 1.01 | open | |', '| 1.01 | open | |')).toEqual([
      '1.01 is there twice (line 1)',
      '1.02 is missing',
    ]);
    expect(check('| 1.01 | open | |', '| 1.02 | maybe | |', '| 9.99 | open | |')).toEqual([
      '1.02 is "maybe": done, open, closed: not shown',
      '9.99 is no id of the specification',
    ]);
  });

  it('finds a done row without proof, without its file, or without its test', () => {
    const other = '| 1.02 | open | |';
    expect(check('| 1.01 | done | |', other)).toEqual(['1.01 names no proof']);
    expect(check('| 1.01 | done | tests/e2e/b.spec.ts: "x" |', other)).toHaveLength(1);
    expect(check('| 1.01 | done | tests/e2e/a.spec.ts: "closes a film" |', other)).toHaveLength(1);
  });

  it('accepts an item that is closed since the specification does not show it, by these words alone', () => {
    const other = '| 1.02 | open | |';
    expect(check('| 1.01 | closed: not shown | |', other)).toEqual([]);
    expect(check('| 1.01 | closed: no time | |', other)).toHaveLength(1);
    expect(progress(table('| 1.01 | closed: not shown | |', other), ['1.01', '1.02'])).toBe('1 of 2 done');
  });

  it('asks for every part of an item that has parts, and counts it as done with all of them', () => {
    const done = 'done | tests/e2e/a.spec.ts: "opens a film" |';
    const parts = { '1.01': 2 };
    const checkParts = (...rows: string[]) => messages(specCoverage(table(...rows), ['1.01'], read, parts));
    expect(checkParts(`| 1.01a | ${done}`, `| 1.01b | ${done}`)).toEqual([]);
    expect(checkParts(`| 1.01 | ${done}`, `| 1.01a | ${done}`)).toEqual([
      '1.01 is no id of the specification',
      '1.01b is missing',
    ]);
    expect(progress(table(`| 1.01a | ${done}`, '| 1.01b | open | |'), ['1.01'], parts)).toBe('0 of 1 done');
    expect(progress(table(`| 1.01a | ${done}`, `| 1.01b | ${done}`), ['1.01'], parts)).toBe('1 of 1 done');
    expect(SPEC_PARTS).toEqual({ '1.10': 8 });
  });

  it('knows the 197 ids of the specification', () => {
    expect(SPEC_IDS).toHaveLength(197);
    expect(SPEC_IDS).toEqual(expect.arrayContaining(['1.01', '2.52', '9.22']));
  });
});

describe('spec values', () => {
  const source = [
    "it('adds', () => {",
    '  expect(VAT, 10);',
    '});',
    "it('sends', () => {",
    "  call('/login');",
    '});',
  ].join('\n');
  const each = ['it.each([', "  ['/genres'],", "])('asks %s', () => {", '});'].join('\n');
  const read = (path: string) => (path === 'tests/a.test.ts' ? `${source}\n${each}` : null);
  const check = (state: string, proofs: string, values: Record<string, string[]>) =>
    messages(specValues(file('docs/spec-coverage.md', `| 7.04 | ${state} | ${proofs} |`), ['7.04'], read, values));

  it('accepts a row whose named test has the value, in its table too', () => {
    expect(check('done', 'tests/a.test.ts: "sends"', { '7.04': ["'/login'"] })).toEqual([]);
    expect(check('done', 'tests/a.test.ts: "asks %s"', { '7.04': ["'/genres'"] })).toEqual([]);
    const both = 'tests/a.test.ts: "sends"; tests/a.test.ts: "adds"';
    expect(check('done', both, { '7.04': ["'/login'", '10'] })).toEqual([]);
  });

  it('finds a value that only another test of the file has, a changed value, and an item without any', () => {
    expect(check('done', 'tests/a.test.ts: "adds"', { '7.04': ["'/login'"] })).toEqual([
      "7.04 is proved by no test that has '/login'",
    ]);
    expect(check('done', 'tests/a.test.ts: "sends"', { '7.04': ["'/login/x'"] })).toHaveLength(1);
    expect(check('done', 'tests/b.test.ts: "sends"', { '7.04': ["'/login'"] })).toHaveLength(1);
    expect(check('done', 'tests/a.test.ts: "sends"', {})).toEqual([
      '7.04 has no value in scripts/check/spec-values.ts',
    ]);
  });

  it('asks nothing of what is open or closed, and knows every other item of sections 7 and 9', () => {
    expect(check('open', '', {})).toEqual([]);
    expect(check('closed: not shown', '', {})).toEqual([]);
    const ids = SPEC_IDS.filter((id) => /^[79]\./.test(id) && id !== '7.27');
    expect(Object.keys(SPEC_VALUES).sort()).toEqual(ids);
  });
});

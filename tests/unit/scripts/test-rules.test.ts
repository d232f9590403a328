import { ESLint, Linter } from 'eslint';
import ts from 'typescript-eslint';
import { expect, it } from 'vitest';
import { restrictTests } from '../../../scripts/check/test-rules.ts';

const SYNTAX = 'no-restricted-syntax';
const PARSER = { files: ['**/*.ts'], languageOptions: { parser: ts.parser } };
const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: [PARSER, ...restrictTests([])] });

/** The rules that a file breaks. */
async function listBroken(text: string, filePath: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(text, { filePath });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId);
}

const join = (...parts: string[]) => `${parts.join('.')}('x', () => {});`;

it.each([join('test', 'only'), join('it', 'skip'), join('test', 'describe', 'fixme'), join('it', 'todo')])(
  'refuses a test that does not run: %s',
  async (text) => {
    expect(await listBroken(text, 'tests/support/a.ts')).toEqual(['no-restricted-syntax']);
    expect(await listBroken(text, 'tests/unit/a.test.ts')).toContain('no-restricted-syntax');
  },
);

it('refuses to wait blindly', async () => {
  expect(await listBroken(`await page.${['waitFor', 'Timeout'].join('')}(5);`, 'tests/support/a.ts')).toHaveLength(1);
  expect(
    await listBroken(`await page.goto('/', { waitUntil: '${['network', 'idle'].join('')}' });`, 'tests/a.mjs'),
  ).toHaveLength(1);
});

it('refuses a test without an assertion, and an assertion that nobody awaits', async () => {
  expect(await listBroken("test('x', () => {});", 'tests/unit/a.test.ts')).toEqual(['vitest/expect-expect']);
  expect(
    await listBroken("test('x', ({ page }) => { expect(page).toHaveURL('/'); });", 'tests/e2e/a.spec.ts'),
  ).toContain('playwright/missing-playwright-await');
});

it('refuses rows of our tables that a test writes by hand', async () => {
  const add = (table: string) => `db.exec(${JSON.stringify(['INSERT', 'INTO', table, 'VALUES (1)'].join(' '))});`;
  expect(await listBroken(add('users'), 'tests/api/a.ts')).toEqual(['no-restricted-syntax']);
  expect(await listBroken(add('table_of_the_test'), 'tests/api/a.ts')).toEqual([]);
});

it.each(['tests/unit/a.test.ts', 'tests/perf/a.ts', 'packages/hls/tests/a.test.ts'])(
  'refuses a bare participle as the name of a value or a type in %s, as in src',
  async (filePath) => {
    const { rules } = (await new ESLint().calculateConfigForFile(filePath)) as Linter.Config;
    const syntax = { languageOptions: PARSER.languageOptions, rules: { [SYNTAX]: rules?.[SYNTAX] ?? 'off' } } as const;
    const linter = new Linter();
    for (const text of ['const found = 1;', 'const { total: asked } = a;', 'function f(what) {}', 'interface Taken {}'])
      expect(linter.verify(text, syntax), text).toHaveLength(1);
  },
);

import { readdirSync, readFileSync } from 'node:fs';
import vitest from '@vitest/eslint-plugin';
import type { Linter } from 'eslint';
import playwright from 'eslint-plugin-playwright';
import { BY_NAME } from './packages.ts';

const ASSERTIONS = ['^expect', '^check'];
const HOOKS = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'];

/** Tables of the site; tests may have their own. */
const TABLES = readdirSync('migrations').flatMap((file) =>
  [...readFileSync(`migrations/${file}`, 'utf8').matchAll(/CREATE (?:TABLE|VIEW)(?: IF NOT EXISTS)? (\w+)/gi)].map(
    ([, name = '']) => name,
  ),
);
const HAND_WRITTEN = `/INSERT (OR [A-Z]+ )?INTO (${[...new Set(TABLES)].join('|')})\\b/i`;
const ROWS = [
  {
    selector: `:matches(Literal[value=${HAND_WRITTEN}], TemplateElement[value.raw=${HAND_WRITTEN}])`,
    message: 'Make rows by tests/support/database/rows.ts.',
  },
];

// Every test runs, always, and waits for an event: also in helpers and benchmarks, which the plugins do not read.
const IDLE = [
  {
    selector:
      'MemberExpression[property.name=/^(?:only|skip|skipIf|runIf|todo|fixme|fails?)$/]:matches([object.name=/^(?:test|it|describe|suite)$/], [object.object.name=/^(?:test|it|describe|suite)$/])',
    message: 'Every test runs, always.',
  },
  {
    selector: 'MemberExpression[property.name="waitForTimeout"], Literal[value="networkidle"]',
    message: 'Wait for the event that the test needs.',
  },
];

/** The recommended rules of both plugins, warnings as errors; not those against conditions in tests (issue 16). */
export function restrictTests(everywhere: Linter.RuleEntry[]): Linter.Config[] {
  return [
    {
      files: ['tests/**'],
      rules: {
        'no-restricted-syntax': ['error', ...everywhere, ...IDLE, ...ROWS],
        'no-restricted-imports': ['error', { patterns: [BY_NAME] }],
      },
    },
    { files: ['packages/*/tests/**'], rules: { 'no-restricted-syntax': ['error', ...everywhere, ...IDLE] } },
    // Benchmarks fill tables with millions of rows, by SQL of one table from another.
    { files: ['tests/perf/**'], rules: { 'no-restricted-syntax': ['error', ...everywhere, ...IDLE] } },
    {
      files: ['tests/{unit,api}/**/*.test.ts', 'packages/*/tests/**/*.test.ts'],
      plugins: { vitest },
      rules: {
        ...vitest.configs.recommended.rules,
        'vitest/expect-expect': ['error', { assertFunctionNames: ['expect*', 'parseAnswer'] }],
        'vitest/no-conditional-expect': 'off',
        'vitest/no-standalone-expect': ['error', { additionalTestBlockFunctions: HOOKS }],
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
      },
    },
    {
      ...playwright.configs['flat/recommended'],
      files: ['tests/e2e/**/*.ts'],
      rules: {
        ...playwright.configs['flat/recommended'].rules,
        'no-empty-pattern': 'error',
        'playwright/expect-expect': ['error', { assertFunctionPatterns: ASSERTIONS }],
        'playwright/no-conditional-expect': 'off',
        'playwright/no-conditional-in-test': 'off',
      },
    },
  ];
}

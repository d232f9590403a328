import { ESLint } from 'eslint';
import astro from 'eslint-plugin-astro';
import ts from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { barrels } from '../../../scripts/check/barrels.ts';
import { outdatedDefinitions } from '../../../scripts/check/definitions.ts';
import { BY_NAME, NO_SCRIPTS, PACKAGE_RULES } from '../../../scripts/check/packages.ts';
import { ROOM_RULES } from '../../../scripts/check/rooms.ts';
import { outsideFiles, thirdPartyUrls } from '../../../scripts/check/leftovers.ts';
import {
  compareLocales,
  droppedValues,
  isolatedNumbers,
  keyUse,
  persianSpelling,
  persianText,
} from '../../../scripts/check/locales.ts';
import { missingPlatforms } from '../../../scripts/check/lockfile.ts';
import { undeclaredTables } from '../../../scripts/check/personal-tables.ts';
import { commentShare, sizes } from '../../../scripts/check/sizes.ts';
import { securityTable } from '../../../scripts/check/security-table.ts';
import { insertTables } from '../../../tools/lib/definition-tables.ts';
import { countPlaywright, countVitest, summary } from '../../../tools/test-report/summary.ts';
import { withoutComments } from '../../../scripts/check/text.ts';

const file = (path: string, text: string) => ({ path, text });
const lines = (findings: { line: number }[]) => findings.map((finding) => finding.line);
const messages = (findings: { message: string }[]) => findings.map((finding) => finding.message);

describe('Persian texts', () => {
  const fa = (texts: Record<string, string>) => file('locales/fa.json', JSON.stringify(texts, null, 1));

  it('isolate a parameter beside Latin letters, or that may hold them', () => {
    const isolated = {
      a: '\u2066{{height}}p\u2069، \u2068{{data}}\u2069',
      b: '{{quality}}',
      c: 'تا {{date}}',
      sms_d: '{{device}}',
    };
    expect(isolatedNumbers(fa(isolated))).toEqual([]);
    const bare = {
      a: '{{height}}p، {{count}} مگابایت',
      b: '«{{name}}»، {{quality}}',
      c: '\u2066{{a}}p',
      sms_d: '\u2066x\u2069',
    };
    expect(lines(isolatedNumbers(fa(bare)))).toEqual([2, 3, 4, 5]);
  });

  it('have one spelling, in the catalogue too', () => {
    const right = { a: 'خانهٔ ویدیو، بیشتر و کمتر', b: 'خانه‌ی', list_add: 'افزودن به فهرست' };
    expect(messages(persianSpelling(fa(right), []))).toEqual(['ه‌ی is written هٔ']);
    const wrong = 'ویدئو\nبیش‌تر\nکم‌ترین\nنیم‌بها\nگذرواژه\nخانه‌یی';
    expect(lines(persianSpelling(fa({ a: 'منو' }), [file('seed/catalogue/a.json', wrong)]))).toEqual([1, 2, 3, 4, 5]);
  });

  it('say فهرست only of what a viewer keeps', () => {
    expect(messages(persianSpelling(fa({ list_add: 'فهرست', shell_menu: 'فهرست' }), []))).toEqual([
      "shell_menu says فهرست of what is no viewer's list",
    ]);
  });
});

it('the tables of calls and pages differ from the definitions at the first row that does', () => {
  const text = insertTables('# Security\n<!-- definitions -->\nold\n<!-- /definitions -->\n');
  expect(outdatedDefinitions(file('docs/security.md', text))).toEqual([]);
  const changed = text.replace(/(?<=`getCart`.*)allowed/, 'refused');
  const [finding, ...others] = outdatedDefinitions(file('docs/security.md', changed));
  expect(changed.split('\n')[(finding?.line ?? 0) - 1]).toContain('`getCart`');
  expect(others).toEqual([]);
});

describe('rooms', () => {
  const eslint = new ESLint({
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.ts', '**/*.tsx'],
        languageOptions: { parser: ts.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
      },
      ...astro.configs['flat/base'],
      ...ROOM_RULES,
    ],
  });
  /** The lines of a file of src at which its room's rules are broken. */
  async function findBroken(filePath: string, text: string): Promise<number[]> {
    const [result] = await eslint.lintText(text, { filePath });
    return (result?.messages ?? []).map(({ line }) => line);
  }
  const higher = '../../watch-options';

  it('refuse what lies above them: values, types, dynamic imports and styles', async () => {
    const text = [
      `import type { Note } from '${higher}/server/notes.ts';`,
      `export { buildNotes } from '${higher}/server/notes.ts';`,
      `export const load = () => import('${higher}/client/Offer.tsx');`,
      `export type Notes = typeof import('${higher}/server/notes.ts');`,
      `export type Again = import('${higher}/server/notes.ts').Note;`,
      `import css from '${higher}/watch-options.css?inline';`,
      `export const shown: Cart | string = css;`,
    ];
    expect(await findBroken('src/features/titles/server/a.ts', text.join('\n'))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('refuse it in an .astro file and in its scripts', async () => {
    const text = `---\nimport '${higher}/watch-options.css';\n---\n<script>\n  import { x } from '${higher}/client/ussd.ts';\n  x();\n</script>`;
    expect(await findBroken('src/features/titles/ui/A.astro', text)).toEqual([2, 5]);
  });

  it('take what lies below them and beside them', async () => {
    const text = "import { paths } from '../../../platform/paths.ts';\nimport { titles } from './schema.ts';";
    expect(await findBroken('src/features/titles/server/a.ts', text)).toEqual([]);
  });

  it('take the contracts and pure rules of every feature, which import only each other', async () => {
    const text = `import '${higher}/ussd.ts';\nimport '../../accounts/contract/auth.ts';\nimport '../watchable.ts';`;
    expect(await findBroken('src/features/titles/server/a.ts', text)).toEqual([]);
    const rule = "import '../live/contract.ts';\nimport '../../platform/paths.ts';\nimport './server/schema.ts';";
    expect(await findBroken('src/features/titles/a.ts', rule)).toEqual([3]);
    expect(await findBroken('src/platform/a.ts', "import '../features/titles/watchable.ts';")).toEqual([1]);
  });

  it('are all there are: no other folder, and nothing outside of src', async () => {
    expect(await findBroken('src/misc/a.ts', 'export const a = 1;')).toEqual([1]);
    expect(await findBroken('src/features/titles/a.ts', "import '../../../scripts/seed/table.ts';")).toEqual([1]);
  });
});

describe('packages', () => {
  const eslint = new ESLint({
    overrideConfigFile: true,
    overrideConfig: [
      { files: ['**/*.ts'], languageOptions: { parser: ts.parser } },
      {
        files: ['{src,scripts,tests,tools}/**'],
        rules: { 'no-restricted-imports': ['error', { patterns: [BY_NAME] }] },
      },
      PACKAGE_RULES,
    ],
  });
  async function findBroken(filePath: string, text: string): Promise<number[]> {
    const [result] = await eslint.lintText(text, { filePath });
    return (result?.messages ?? []).map(({ line }) => line);
  }

  it('refuse what is outside of them: the site, its tools and the other packages', async () => {
    const text = [
      "import type { Env } from '../../../src/platform/config/env.ts';",
      "export { run } from '../../../tools/lib/processes.ts';",
      "export const load = () => import('../../../tests/support/eventually.ts');",
      "export type Title = import('../../../seed/types.ts').Title;",
      "import '../../other/src/b.ts';",
      "import '@pardeh/other';",
    ];
    expect(await findBroken('packages/one/src/a.ts', text.join('\n'))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('take Node and the packages that they name', async () => {
    expect(await findBroken('packages/one/src/a.ts', "import 'node:fs';\nimport 'sharp';")).toEqual([]);
  });

  it('are imported by their names alone', async () => {
    const text = "import '../packages/one/src/a.ts';\nimport '@pardeh/one';";
    for (const folder of ['src', 'scripts', 'tests', 'tools'])
      expect(await findBroken(`${folder}/a.ts`, text)).toEqual([1]);
  });
});

it('a tool that imports a command is refused: the two folders would import each other', async () => {
  const tools = new ESLint({
    overrideConfigFile: true,
    overrideConfig: [
      {
        languageOptions: { parser: ts.parser },
        rules: { 'no-restricted-imports': ['error', { patterns: [NO_SCRIPTS] }] },
      },
    ],
  });
  const text = "import '../../scripts/check/files.ts';\nimport '../lib/processes.ts';";
  const [result] = await tools.lintText(text, { filePath: 'tools/a/b.mjs' });
  expect(result?.messages.map(({ line }) => line)).toEqual([1]);
});

describe('files', () => {
  it('finds files with only re-exports', () => {
    expect(
      barrels([file('src/ui/index.ts', "// all\nexport * from './a.ts';\nexport { b } from './b.ts';")]),
    ).toHaveLength(1);
    expect(barrels([file('src/ui/a.ts', "import { b } from './b.ts';\nexport { b };")])).toHaveLength(1);
    expect(barrels([file('src/ui/a.ts', "export { b } from './b.ts';\nexport const a = 1;")])).toEqual([]);
  });
});

describe('locales', () => {
  const fa = (texts: object) => file('locales/fa.json', JSON.stringify(texts, null, 2));
  const en = (texts: object) => file('locales/en.json', JSON.stringify(texts, null, 2));

  it('wants the same keys, sorted, with the same placeholders', () => {
    expect(compareLocales(fa({ a: 'الف', b: 'ب' }), en({ a: 'a', b: 'b' }))).toEqual([]);
    expect(messages(compareLocales(fa({ a: 'الف' }), en({ a: 'a', b: 'b' })))).toEqual([
      'b is missing in locales/fa.json',
    ]);
    expect(messages(compareLocales(fa({ b: 'ب', a: 'الف' }), en({ a: 'a', b: 'b' })))).toEqual(['a is not in order']);
    expect(messages(compareLocales(fa({ a: '{{n}} فیلم' }), en({ a: '{{count}} films' })))).toEqual([
      'a has other placeholders than in locales/en.json',
    ]);
    const twice = file('locales/en.json', '{\n"a": "x",\n"a": "y"\n}');
    expect(messages(compareLocales(fa({ a: 'الف' }), twice))).toContain('a is there twice');
  });

  it('finds keys that are unused or missing, plural forms and error codes included', () => {
    const import_ = "import { m } from '../i18n/paraglide/messages.js';\n";
    const page = file('src/ui/A.tsx', `${import_}m.films({ count });\nm.gone();\nform.elsewhere();`);
    const server = file(
      'src/server/a.ts',
      "import fa from '../../../locales/fa.json' with { type: 'json' };\nexport const sms = fa.sms_text;",
    );
    const texts = fa({ sms_text: 'کد', error_internal: 'خطا', films_one: 'فیلم', films_other: 'فیلم', idle: 'بیکار' });
    expect(messages(keyUse(texts, [page, server], ['internal', 'not_found']))).toEqual([
      'error_not_found is missing',
      'm.gone is no key of the locales',
      'idle is used nowhere',
    ]);
  });

  it('finds values that a text has no room for', () => {
    const import_ = "import { m } from '../i18n/paraglide/messages.js';\n";
    const page = file('src/ui/A.tsx', `${import_}m.films({ count: 2 });\nm.chosen({ number: 2 });\nm.chosen();`);
    const texts = fa({ chosen: 'انتخاب‌شده:', films_one: 'فیلم', films_other: '{{count}} فیلم' });
    expect(messages(droppedValues(texts, [page]))).toEqual(['m.chosen has no {{number}}']);
  });

  it('wants Persian letters and digits in Persian texts', () => {
    expect(persianText(fa({ a: '{{count1}} قسمت ۷۲۰p و 720p و ۱۲' }))).toEqual([]);
    expect(persianText(fa({ a: 'كتاب', b: 'فيلم', c: '12 قسمت', d: '٣ قسمت' }))).toHaveLength(4);
  });
});

describe('leftovers', () => {
  it('finds addresses of third parties, but not in gateways and comments', () => {
    const url = "const a = 'https://cdn.elsewhere.net/x.js';";
    expect(thirdPartyUrls(file('src/ui/a.ts', url))).toHaveLength(1);
    expect(thirdPartyUrls(file('src/ui/a.ts', '<script src="//cdn.elsewhere.net/x.js">'))).toHaveLength(1);
    expect(thirdPartyUrls(file('src/features/payments/server/gateways/saman.ts', url))).toEqual([]);
    expect(
      thirdPartyUrls(file('src/ui/a.ts', "// see https://elsewhere.net/x\nconst a = 'https://schema.org/Movie';")),
    ).toEqual([]);
  });

  it('finds uses of the folder beside the repository', () => {
    const path = ['..', 'shared', 'x.json'].join('/');
    expect(outsideFiles(file('src/a.ts', `import x from '../${path}';`))).toHaveLength(1);
    expect(outsideFiles(file('src/a.ts', "import x from './shared/x.ts';"))).toEqual([]);
    expect(outsideFiles(file('src/a.ts', `const x = '../${path}'; // outside: works without it`))).toEqual([]);
  });
});

describe('sizes', () => {
  it('fails over 400 lines and notes those over 200', () => {
    const long = (count: number) => file(`${String(count)}.ts`, 'x\n'.repeat(count));
    const { findings, note } = sizes([long(200), long(201), long(400), long(401)]);
    expect(findings.map((finding: { file: string }) => finding.file)).toEqual(['401.ts']);
    expect(note).toBe('2 over 200 lines: 201.ts (201), 400.ts (400)');
  });

  it('fails where more than 4 % of the lines are comments', () => {
    const comments = '// a\n/** b\n * c */\n<!-- d -->\n';
    const withCode = (count: number) => file('a.ts', comments + 'x = 1; // e\n'.repeat(count));
    expect(commentShare([withCode(96)])).toEqual({ findings: [], note: '4 of 100 lines (4.00 %)' });
    expect(commentShare([withCode(95)]).findings).toHaveLength(1);
  });
});

describe('the sum of npm test', () => {
  it('counts flaky, skipped and broken as failed, and names them', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 1 };
    const spec = (ok: boolean, message?: string) => ({
      ...{ title: 'plays', line: 7, ok },
      tests: [{ results: [message === undefined ? {} : { error: { message } }] }],
    });
    const inner = {
      file: 'a.spec.ts',
      specs: [spec(true), spec(false, '\u001b[31mError: no frame\u001b[39m\n\nExpected: 5\n  at x')],
    };
    const suites = [{ file: 'a.spec.ts', specs: [], suites: [inner] }];
    expect(countPlaywright({ stats, errors: [{ message: 'no server' }], suites })).toEqual({
      ...{ passed: 5, failed: 4 },
      failures: ['a.spec.ts:7 › plays › Error: no frame ⏎ Expected: 5', 'no server'],
    });
    const broken = { name: 'b.test.ts', status: 'failed', message: 'SyntaxError', assertionResults: [] };
    const failing = { status: 'failed', fullName: 'adds', failureMessages: ['AssertionError: 1\n    at file.ts:1'] };
    const half = { name: 'c.test.ts', status: 'failed', message: '', assertionResults: [failing] };
    expect(countVitest({ numPassedTests: 3, numTotalTests: 5, testResults: [half, broken] }, 'all')).toEqual({
      ...{ passed: 3, failed: 3 },
      failures: ['c.test.ts › adds › AssertionError: 1', 'b.test.ts › SyntaxError'],
    });
  });

  it('counts no test that the set leaves out, and one that is skipped in each set', () => {
    const skip = (fullName: string, tags: string[]) => ({ status: 'skipped', fullName, failureMessages: [], tags });
    const assertionResults = [skip('chief', []), skip('full', ['full'])];
    const report = {
      ...{ numPassedTests: 3, numTotalTests: 5 },
      testResults: [{ name: 'a.test.ts', status: 'passed', message: '', assertionResults }],
    };
    const count = (set: 'chief' | 'rest' | 'all') => countVitest(report, set);
    expect(count('chief')).toEqual({ passed: 3, failed: 1, failures: ['a.test.ts › chief'] });
    expect(count('rest')).toEqual({ passed: 3, failed: 1, failures: ['a.test.ts › full'] });
    expect(count('all')).toMatchObject({ passed: 3, failed: 2 });
  });

  it('takes a run without tests for a failure', () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    const nothing = { passed: 0, failed: 1, failures: ['no test ran'] };
    expect(countPlaywright({ stats, errors: [], suites: [] })).toEqual(nothing);
  });

  it('ends with what failed, and the sum in one line', () => {
    const rows = [1, 2].map((failed) => ({
      name: 'x',
      passed: 3,
      failed,
      failures: [`y${String(failed)}`],
      time: '1 s',
      busy: '50 %',
    }));
    expect(summary(rows).split('\n').slice(-3)).toEqual(['  x: y1', '  x: y2', '6 passed, 3 failed: x: y1 | x: y2']);
  });
});

it('finds platform packages that the lockfile does not name', () => {
  const tool = {
    version: '2.0.0',
    optionalDependencies: { 'tool-linux': '2.0.0', 'tool-darwin': '2.0.0', tail: '^1.0.0' },
  };
  const packages = {
    'node_modules/tool': tool,
    'node_modules/tool-linux': { version: '2.0.0' },
    'node_modules/tail': { version: '1.4.0' },
  };
  const absent = { path: 'node_modules/tool-darwin', name: 'tool-darwin', version: '2.0.0', dev: false };
  expect(missingPlatforms({ packages })).toEqual([absent]);
  const older = { ...packages, 'node_modules/tool-darwin': { version: '1.0.0' } };
  expect(missingPlatforms({ packages: older })).toEqual([
    { ...absent, path: 'node_modules/tool/node_modules/tool-darwin' },
  ]);
});

describe('personal tables', () => {
  const list = file('src/list.ts', "  { table: 'users', isOf },\n  titles: 'the catalogue',");
  const check = (...sql: string[]) =>
    messages(
      undeclaredTables(
        sql.map((text, at) => file(`migrations/${String(at)}.sql`, text)),
        list,
      ),
    );

  it('finds a table that the list does not name, under its last name', () => {
    expect(check('CREATE TABLE users (', 'CREATE TABLE titles (\nCREATE TABLE notes (')).toHaveLength(1);
    expect(check('CREATE TABLE new_users (', 'ALTER TABLE new_users RENAME TO users;')).toEqual([]);
    expect(check('CREATE TABLE users (', 'ALTER TABLE users RENAME TO people;')).toHaveLength(1);
    expect(check('CREATE VIRTUAL TABLE found USING fts5(')).toHaveLength(1);
  });

  it('lets a table go that a later migration drops, and columns come', () => {
    expect(check('CREATE TABLE notes (', 'DROP TABLE notes;', 'ALTER TABLE users ADD COLUMN a TEXT;')).toEqual([]);
  });
});

describe('security table', () => {
  const read = (path: string) => (path === 'tests/api/a.test.ts' ? "test('refuses a forgery', …)" : null);
  const check = (...rows: string[]) =>
    messages(securityTable(file('docs/security.md', rows.join('\n')), ['1.1.1', '1.1.2', '2.1.1'], read));
  const met = '| 1.1.1–1.1.2 | forgery | met | tests/api/a.test.ts: "refuses a forgery" |';

  it('accepts each requirement once: met by a test, documented, not met or not applicable with the reason', () => {
    for (const state of ['documented', 'not met', 'n/a']) {
      expect(check(met, `| 2.1.1 | limits | ${state} | because |`)).toEqual([]);
    }
  });

  it('finds requirements that are missing, doubled, unknown, without proof or without reason', () => {
    expect(check(met)).toEqual(['2.1.1 is missing']);
    expect(check(met, met, '| 2.1.1 | x | n/a | y |')).toHaveLength(2);
    expect(check(met, '| 2.1.1–2.1.2 | x | n/a | y |')).toEqual(['2.1.1 has 2.1.2, which is no requirement']);
    expect(check(met, '| 2.1.1 | x | met | tests/api/a.test.ts: "accepts a forgery" |')).toHaveLength(1);
    expect(check(met, '| 2.1.1 | x | not met | |')).toEqual(['2.1.1 does not say where or why']);
    expect(check(met, '| 2.1.1 | x | perhaps | y |')).toHaveLength(1);
  });
});

it('blanks comments but no strings, and keeps lines', () => {
  expect(withoutComments("a('//b'); // c\n/* d\n*/ e('https://f')")).toBe("a('//b');     \n    \n   e('https://f')");
});

import { describe, expect, it } from 'vitest';
import { inlineStyles, physicalCss, rawColours } from '../../scripts/check/css.mjs';
import { barrels, cycles, forbiddenImports, importsOf } from '../../scripts/check/imports.mjs';
import { openNotes, outsideFiles, sleepingTests, thirdPartyUrls } from '../../scripts/check/leftovers.mjs';
import { compareLocales, keyUse, persianText } from '../../scripts/check/locales.mjs';
import { missingPlatforms } from '../../scripts/check/lockfile.mjs';
import { sizes } from '../../scripts/check/sizes.mjs';
import { specCoverage } from '../../scripts/check/spec-coverage.mjs';
import { SPEC_IDS } from '../../scripts/check/spec-ids.mjs';
import { countPlaywright, countVitest, summary } from '../../scripts/lib/tally.mjs';
import { withoutComments } from '../../scripts/check/text.mjs';

const file = (path: string, text: string) => ({ path, text });
const lines = (findings: { line: number }[]) => findings.map((finding) => finding.line);
const messages = (findings: { message: string }[]) => findings.map((finding) => finding.message);

describe('who imports whom', () => {
  it('refuses what the table does not allow, with its line', () => {
    const found = forbiddenImports([file('src/domain/a.ts', "\nimport { x } from '../server/b.ts';")]);
    expect(found).toMatchObject([{ file: 'src/domain/a.ts', line: 2 }]);
    expect(found[0]?.message).toContain('may not import');
  });

  it('sees dynamic imports, side effects and re-exports', () => {
    const text = "import '../stores/a.ts';\nexport { b } from '../stores/b.ts';\nconst c = import('../stores/c.ts');";
    expect(lines(forbiddenImports([file('src/ui/A.tsx', text)]))).toEqual([1, 2, 3]);
  });

  it('lets ui have types of the contract and nothing else of it', () => {
    const types = "import type { Plan } from '../contract/p.ts';\nimport { type Plan } from '../contract/p.ts';";
    expect(forbiddenImports([file('src/ui/A.tsx', types)])).toEqual([]);
    expect(forbiddenImports([file('src/ui/A.tsx', "import { plan } from '../contract/p.ts';")])).toHaveLength(1);
    expect(forbiddenImports([file('src/ui/A.tsx', "import { type A, plan } from '../contract/p.ts';")])).toHaveLength(
      1,
    );
  });

  it('keeps src to itself and knows no unlisted folder', () => {
    expect(forbiddenImports([file('src/domain/a.ts', "import '../../seed/types.ts';")])).toHaveLength(1);
    expect(forbiddenImports([file('src/misc/a.ts', "import '../domain/b.ts';")])[0]?.message).toContain('no row');
  });

  it('reads imports of several lines and none in comments', () => {
    const text = "// import '../server/a.ts';\nimport {\n  a,\n  type B,\n} from './b.ts';";
    expect(importsOf(file('src/ui/a.ts', text))).toEqual([
      { from: 'src/ui/a.ts', to: 'src/ui/b.ts', line: 2, typeOnly: false },
    ]);
  });

  it('finds a circle once, and none made of types', () => {
    const a = file('src/domain/a.ts', "import { b } from './b.ts';");
    const circle = cycles([a, file('src/domain/b.ts', "import { a } from './a.ts';")]);
    expect(messages(circle)).toEqual(['cycle: src/domain/a.ts → src/domain/b.ts → src/domain/a.ts']);
    expect(cycles([a, file('src/domain/b.ts', "import type { A } from './a.ts';")])).toEqual([]);
  });

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
      "import fa from '../../locales/fa.json' with { type: 'json' };\nexport const sms = fa.sms_text;",
    );
    const texts = fa({ sms_text: 'کد', error_internal: 'خطا', films_one: 'فیلم', films_other: 'فیلم', idle: 'بیکار' });
    expect(messages(keyUse(texts, [page, server], ['internal', 'not_found']))).toEqual([
      'error_not_found is missing',
      'm.gone is no key of the locales',
      'idle is used nowhere',
    ]);
  });

  it('wants Persian letters and digits in Persian texts', () => {
    expect(persianText(fa({ a: '{{count1}} قسمت ۷۲۰p و 720p و ۱۲' }))).toEqual([]);
    expect(persianText(fa({ a: 'كتاب', b: 'فيلم', c: '12 قسمت', d: '٣ قسمت' }))).toHaveLength(4);
  });
});

describe('styles', () => {
  it('finds physical properties in CSS and in style blocks', () => {
    const css = '.a {\n  margin-left: 1px;\n  left: 0;\n  text-align: right;\n  border-top-left-radius: 1px;\n}';
    expect(lines(physicalCss(file('src/styles/a.css', css)))).toEqual([2, 3, 4, 5]);
    expect(lines(physicalCss(file('src/ui/A.astro', `<b class="x" />\n<style>\n${css}\n</style>`)))).toEqual([
      4, 5, 6, 7,
    ]);
  });

  it('finds physical classes behind variants, and takes words for words', () => {
    const bad = [
      'ml-4',
      'md:pr-2',
      '-left-1',
      'hover:right-0',
      'text-left',
      'rounded-l',
      'border-r-2',
      'rounded-tl-lg',
    ];
    for (const name of bad)
      expect(physicalCss(file('A.tsx', `<i className="flex ${name} p-1" />`)), name).toHaveLength(1);
    const good = 'ms-4 pe-2 start-0 text-start rounded-s right-to-left rounded-lg border-red place-left';
    expect(physicalCss(file('A.tsx', `<i className="${good}" />`))).toEqual([]);
  });

  it('accepts logical properties, comments, and a physical one with its reason', () => {
    const css = '/* left: 0 */\n.a { inset-inline-start: 0; }\n.b { left: 0; } /* physical: follows the pointer */';
    expect(physicalCss(file('a.css', css))).toEqual([]);
  });

  it('finds colours that are no tokens', () => {
    const css = '#fade { color: var(--ink) }\n.a { background: rgb(0 0 0) }\n.b { color: #fff }';
    expect(lines(rawColours(file('a.css', css)))).toEqual([2, 3]);
    expect(rawColours(file('A.tsx', '<a href="#abc" className="text-ink">1</a>'))).toEqual([]);
    expect(rawColours(file('A.tsx', '<path fill="#0af" className="bg-red-500" />'))).toHaveLength(2);
    expect(rawColours(file('src/styles/tokens.css', ':root { --ink: #111 }'))).toEqual([]);
    expect(rawColours(file('a.css', '.a { color: oklch(from var(--ink) l c h / 0.5) }'))).toEqual([]);
  });

  it('finds inline styles in .astro files', () => {
    const text =
      '<i style="top:0" />\n<b style={x} />\n<style>.a { top: 0 }</style>\n<style define:vars={{ x }}></style>';
    expect(lines(inlineStyles(file('A.astro', text)))).toEqual([1, 2, 4]);
  });
});

describe('leftovers', () => {
  it('finds tests that do not run and blind waits', () => {
    const call = (...parts: string[]) => `${parts.join('.')}('x', () => {});`;
    const bad = [call('test', 'only'), call('it', 'skip'), call('test', 'describe', 'fixme'), call('it', 'todo')];
    for (const text of bad) expect(sleepingTests(file('a.test.ts', text)), text).toHaveLength(1);
    expect(sleepingTests(file('a.test.ts', `await page.${['waitFor', 'Timeout'].join('')}(5);`))).toHaveLength(1);
    expect(sleepingTests(file('a.test.ts', call('test', 'each')))).toEqual([]);
  });

  it('wants an issue with each open note', () => {
    const word = ['TO', 'DO'].join('');
    expect(openNotes(file('a.ts', `// ${word}: later`))).toHaveLength(1);
    expect(openNotes(file('a.ts', `// ${word} #12: later`))).toEqual([]);
  });

  it('finds addresses of third parties, but not in gateways and comments', () => {
    const url = "const a = 'https://cdn.elsewhere.net/x.js';";
    expect(thirdPartyUrls(file('src/ui/a.ts', url))).toHaveLength(1);
    expect(thirdPartyUrls(file('src/ui/a.ts', '<script src="//cdn.elsewhere.net/x.js">'))).toHaveLength(1);
    expect(thirdPartyUrls(file('src/server/gateways/sms.ts', url))).toEqual([]);
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
});

describe('the sum of npm test', () => {
  it('counts flaky, skipped and broken as failed', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 1 };
    expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 4 });
    const broken = { status: 'failed', assertionResults: [] };
    expect(countVitest({ numPassedTests: 3, numTotalTests: 5, testResults: [broken] })).toEqual({
      passed: 3,
      failed: 3,
    });
  });

  it('takes a run without tests for a failure', () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 0, failed: 1 });
  });

  it('ends in one line', () => {
    const rows = [1, 2].map((failed) => ({ name: 'x', passed: 3, failed, time: '1 s' }));
    expect(summary(rows).split('\n').at(-1)).toBe('6 passed, 3 failed');
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
      '1.02 is "maybe": done or open',
      '9.99 is no id of the specification',
    ]);
  });

  it('finds a done row without proof, without its file, or without its test', () => {
    const other = '| 1.02 | open | |';
    expect(check('| 1.01 | done | |', other)).toEqual(['1.01 is done but names no proof']);
    expect(check('| 1.01 | done | tests/e2e/b.spec.ts: "x" |', other)).toHaveLength(1);
    expect(check('| 1.01 | done | tests/e2e/a.spec.ts: "closes a film" |', other)).toHaveLength(1);
  });

  it('knows the 197 ids of the specification', () => {
    expect(SPEC_IDS).toHaveLength(197);
    expect(SPEC_IDS).toEqual(expect.arrayContaining(['1.01', '2.52', '9.22']));
  });
});

it('blanks comments but no strings, and keeps lines', () => {
  expect(withoutComments("a('//b'); // c\n/* d\n*/ e('https://f')")).toBe("a('//b');     \n    \n   e('https://f')");
});

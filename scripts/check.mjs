// npm run check: everything that can be checked without running the site. --json=file writes what came out.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { read, readAll } from './check/files.mjs';
import { barrels } from './check/barrels.mjs';
import { outsideFiles, sleepingTests, thirdPartyUrls } from './check/leftovers.mjs';
import { missingDocPaths } from './check/doc-paths.ts';
import { compareLocales, isolatedNumbers, keyUse, persianSpelling, persianText } from './check/locales.mjs';
import { incompleteLock } from './check/lockfile.mjs';
import { undeclaredTables } from './check/personal-tables.mjs';
import { prose } from './check/prose.ts';
import { ASVS_IDS, securityTable } from './check/security-table.mjs';
import { sizes } from './check/sizes.mjs';
import { progress, specCoverage } from './check/spec-coverage.mjs';
import { SPEC_IDS, SPEC_PARTS } from './check/spec-ids.mjs';
import { specValues } from './check/spec-values.mjs';
import { deadCode, format, lint, styles, types } from './check/tools.mjs';
import { generate } from './lib/generate.mjs';
import { stopChildrenOnExit } from './lib/processes.mjs';
import { command, seconds } from './lib/progress.mjs';

/** More than this of one check only hides the others; the rest is counted. */
const SHOWN = 30;
const CODE = /\.(ts|tsx|astro|mjs)$/;
const PERSONAL_TABLES = 'src/features/personal-data/server/personal-tables.ts';
const FOLDERS = ['docs', 'locales', 'migrations', 'project.inlang', 'public', 'scripts', 'seed', 'src', 'tests'];
const started = Date.now();
const src = readAll(['src'], CODE);
const stylesheets = readAll(['src'], /\.css$/);
const tests = readAll(['tests'], CODE);
const scripts = readAll(['scripts'], CODE);
const docs = [...readAll(['docs'], /\.md$/), read('README.md'), read('CONTRIBUTING.md')];
const [fa, en] = [read('locales/fa.json'), read('locales/en.json')];

/** What types and lint read but git does not hold; they wait for it. */
const generated = generate();

const readTest = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null);

const listFiles = () => [
  ...readdirSync('.'),
  ...FOLDERS.flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file}`)),
];

/** Each check gives findings, or findings with a note. */
const CHECKS = {
  types: () => generated.then(types),
  format,
  lint: () => generated.then(lint),
  styles,
  'dead code': () => generated.then(deadCode),
  barrels: () => barrels(src),
  locales: async () => {
    const { ERROR_STATUS } = await import('../src/platform/http/errors.ts');
    return [
      ...[...compareLocales(fa, en), ...keyUse(fa, src, Object.keys(ERROR_STATUS)), ...persianText(fa)],
      ...[...isolatedNumbers(fa), ...persianSpelling(fa, readAll(['seed/catalogue'], /\.json$/))],
    ];
  },
  sizes: () => sizes([...src, ...stylesheets, ...scripts, ...tests]),
  'sleeping tests': () => tests.flatMap(sleepingTests),
  'doc paths': () => docs.flatMap((doc) => missingDocPaths(doc, listFiles())),
  prose: () => docs.flatMap(prose),
  'third parties': () => src.flatMap(thirdPartyUrls),
  'outside files': () => [...src, ...scripts, ...tests].flatMap(outsideFiles),
  'personal tables': () => undeclaredTables(readAll(['migrations'], /\.sql$/), read(PERSONAL_TABLES)),
  lockfile: () => incompleteLock(read('package-lock.json')),
  'spec coverage': () => {
    const table = read('docs/spec-coverage.md');
    const findings = specCoverage(table, SPEC_IDS, readTest, SPEC_PARTS);
    return { findings, note: progress(table, SPEC_IDS, SPEC_PARTS) };
  },
  'spec values': () => {
    const ids = SPEC_IDS.filter((id) => /^[79]\./.test(id));
    return specValues(read('docs/spec-coverage.md'), ids, readTest);
  },
  'security table': () => securityTable(read('docs/security.md'), ASVS_IDS, readTest),
};

/** Runs one check and prints what it found. */
async function perform([name, check]) {
  const begun = Date.now();
  let outcome;
  try {
    const result = await check();
    outcome = Array.isArray(result) ? { findings: result, note: '' } : result;
  } catch (error) {
    outcome = {
      findings: [{ file: name, line: 0, message: error instanceof Error ? error.message : error }],
      note: '',
    };
  }
  const { findings, note } = outcome;
  const ok = findings.length === 0;
  const remark = ok ? note : `${findings.length} found`;
  console.log(`${ok ? '✓' : '✗'} ${name.padEnd(16)}${seconds(Date.now() - begun).padStart(8)}  ${remark}`.trimEnd());
  for (const { file, line, message } of findings.slice(0, SHOWN)) console.log(`    ${file}:${line}  ${message}`);
  if (findings.length > SHOWN) console.log(`    … and ${findings.length - SHOWN} more`);
  return { name, ok, findings };
}

stopChildrenOnExit();
await command(async () => {
  const [typesFirst, ...rest] = Object.entries(CHECKS);
  // Two cores: types on one, all else on the other.
  const other = async () => {
    const results = [];
    for (const check of rest) results.push(await perform(check));
    return results;
  };
  const [first, others] = await Promise.all([perform(typesFirst), other()]);
  const results = [first, ...others];
  const failed = results.filter(({ ok }) => !ok).length;
  const json = process.argv.find((arg) => arg.startsWith('--json='));
  if (json) writeFileSync(json.slice('--json='.length), JSON.stringify(results, null, 1));
  console.log(`\n${results.length - failed} of ${results.length} checks passed (${seconds(Date.now() - started)})`);
  if (failed > 0) process.exitCode = 1;
});

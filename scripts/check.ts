// npm run check: everything that can be checked without running the site. --json=file writes what came out.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { read, readAll, type Finding } from './check/files.ts';
import { brandNames, unfilledBrands } from './check/brand.ts';
import { commits } from './check/commits.ts';
import { decisions } from './check/decisions.ts';
import { settings } from './check/settings.ts';
import { barrels } from './check/barrels.ts';
import { sharedClasses } from './check/class-owners.ts';
import { outsideFiles, thirdPartyUrls } from './check/leftovers.ts';
import { missingDocPaths } from './check/doc-paths.ts';
import {
  compareLocales,
  droppedValues,
  isolatedNumbers,
  keyUse,
  persianSpelling,
  persianText,
} from './check/locales.ts';
import { incompleteLock } from './check/lockfile.ts';
import { listOmittingRoots, omittedImports, readPackage } from './check/omitted-imports.ts';
import { undeclaredTables } from './check/personal-tables.ts';
import { prose } from './check/prose.ts';
import { ASVS_IDS, securityTable } from './check/security-table.ts';
import { commentShare, sizes } from './check/sizes.ts';
import { progress, specCoverage } from './check/spec-coverage.ts';
import { SPEC_IDS, SPEC_PARTS } from './check/spec-ids.ts';
import { specValues } from './check/spec-values.ts';
import { outdatedDefinitions } from './check/definitions.ts';
import { deadCode, format, lint, styles, types } from './check/tools.ts';
import { findCycles, readImportGraph } from '../tools/lib/import-graph.ts';
import { generate } from '../tools/lib/generate.ts';
import { stopChildrenOnExit } from '../tools/lib/processes.ts';
import { command, describeError, formatSeconds } from '../tools/lib/progress.ts';

/** More than this of one check only hides the others; the rest is counted. */
const SHOWN = 30;
const CODE = /\.(ts|tsx|astro|mjs)$/;
const ENV = 'src/platform/config/env.ts';
const NODE_SETTINGS = 'src/host/node/run/settings.ts';
const PERSONAL_TABLES = 'src/features/personal-data/server/personal-tables.ts';
const FOLDERS = [
  'deploy',
  'docs',
  'locales',
  'migrations',
  'desk.inlang',
  'project.inlang',
  'packages',
  'public',
  'scripts',
  'seed',
  'src',
  'tests',
  'tools',
];
const started = Date.now();
const src = readAll(['src'], CODE);
const stylesheets = readAll(['src'], /\.css$/);
const tests = readAll(['tests'], CODE);
const scripts = readAll(['packages', 'scripts', 'tools'], CODE);
const docs = [...readAll(['docs', 'packages', 'tools'], /\.md$/), read('README.md'), read('CONTRIBUTING.md')];
const migrations = readAll(['migrations'], /\.sql$/);
const rootFiles = ['astro.config.mjs', 'eslint.config.mjs', 'uno.config.ts', 'wrangler.toml'].map(read);
const [fa, en] = [read('locales/fa.json'), read('locales/en.json')];
const [deskFa, deskEn] = [read('locales/desk/fa.json'), read('locales/desk/en.json')];
const DESK_TEXTS = 'text/desk/messages';
const deskSources = src.filter(({ text }) => text.includes(DESK_TEXTS));

/** Types and lint read the generated files, which git does not hold, and wait for them. */
const generated = generate();

const readTest = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null);

const listFiles = () => [
  ...readdirSync('.', { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  ),
];

type Outcome = { findings: Finding[]; note: string };

const CHECKS: Record<string, () => Finding[] | Outcome | Promise<Finding[] | Outcome>> = {
  types: () => generated.then(types),
  format,
  lint: () => generated.then(lint),
  styles,
  'class owners': () => sharedClasses(stylesheets),
  'dead code': () => generated.then(deadCode),
  barrels: () => barrels([...src, ...readAll(['packages'], CODE)]),
  circles: () =>
    findCycles(readImportGraph('{packages,src}')).map((path) => ({
      file: path[0] ?? '',
      line: 1,
      message: path.join(' → '),
    })),
  locales: async () => {
    const { ERROR_STATUS } = await import('../src/platform/http/calls/errors.ts');
    return [
      ...[...compareLocales(fa, en), ...keyUse(fa, src, Object.keys(ERROR_STATUS)), ...persianText(fa)],
      ...[...isolatedNumbers(fa), ...persianSpelling(fa, readAll(['seed/catalogue'], /\.json$/))],
      ...[...compareLocales(deskFa, deskEn), ...keyUse(deskFa, deskSources, [], DESK_TEXTS)],
      ...[...droppedValues(fa, src), ...droppedValues(deskFa, deskSources, DESK_TEXTS)],
      ...[...persianText(deskFa), ...isolatedNumbers(deskFa), ...persianSpelling(deskFa, [])],
    ];
  },
  sizes: () => sizes([...src, ...stylesheets, ...scripts, ...tests]),
  comments: () => commentShare([...src, ...stylesheets]),
  'doc paths': () => {
    const files = listFiles();
    return docs.flatMap((doc) => missingDocPaths(doc, files));
  },
  prose: () => [...docs, ...src, ...stylesheets, ...scripts, ...tests].flatMap(prose),
  decisions: () => decisions([...docs, ...src, ...stylesheets, ...scripts, ...tests, ...migrations, ...rootFiles]),
  settings: () => settings(read('docs/settings.md'), read(ENV), read(NODE_SETTINGS)),
  brand: () => [
    ...brandNames([fa, en, ...src, ...stylesheets, ...readAll(['public'], /\.(svg|json|txt|html)$/)]),
    ...unfilledBrands(fa, src),
  ],
  commits,
  'third parties': () => src.flatMap(thirdPartyUrls),
  'outside files': () => [...src, ...scripts, ...tests].flatMap(outsideFiles),
  'personal tables': () => undeclaredTables(migrations, read(PERSONAL_TABLES)),
  lockfile: () => incompleteLock(read('package-lock.json')),
  'omitted imports': () => omittedImports(listOmittingRoots(readPackage(''))),
  'spec coverage': () => {
    const table = read('docs/spec-coverage.md');
    const findings = specCoverage(table, SPEC_IDS, readTest, SPEC_PARTS);
    return { findings, note: progress(table, SPEC_IDS, SPEC_PARTS) };
  },
  'spec values': () => {
    const ids = SPEC_IDS.filter((id) => /^[79]\./.test(id));
    return specValues(read('docs/spec-coverage.md'), ids, readTest);
  },
  definitions: () => outdatedDefinitions(read('docs/security.md')),
  'security table': () => securityTable(read('docs/security.md'), ASVS_IDS, readTest),
};

/** Runs one check and prints what it found. */
async function perform(name: string) {
  const begun = Date.now();
  let outcome: Outcome;
  try {
    const result = (await CHECKS[name]?.()) ?? [];
    outcome = Array.isArray(result) ? { findings: result, note: '' } : result;
  } catch (error) {
    outcome = {
      findings: [{ file: name, line: 0, message: String(describeError(error)) }],
      note: '',
    };
  }
  const { findings, note } = outcome;
  const ok = findings.length === 0;
  const remark = ok ? note : `${findings.length} found`;
  console.log(
    `${ok ? '✓' : '✗'} ${name.padEnd(16)}${formatSeconds(Date.now() - begun).padStart(8)}  ${remark}`.trimEnd(),
  );
  for (const { file, line, message } of findings.slice(0, SHOWN)) console.log(`    ${file}:${line}  ${message}`);
  if (findings.length > SHOWN) console.log(`    … and ${findings.length - SHOWN} more`);
  return { name, ok, findings };
}

stopChildrenOnExit();
await command(async () => {
  // Two cores: lint on one, all else on the other.
  const performOthers = async () => {
    const results = [];
    for (const name of Object.keys(CHECKS).filter((other) => other !== 'lint')) results.push(await perform(name));
    return results;
  };
  const [linted, others] = await Promise.all([perform('lint'), performOthers()]);
  const results = [linted, ...others];
  const failed = results.filter(({ ok }) => !ok).length;
  const json = process.argv.find((arg) => arg.startsWith('--json='));
  if (json) writeFileSync(json.slice('--json='.length), JSON.stringify(results, null, 1));
  console.log(
    `\n${results.length - failed} of ${results.length} checks passed (${formatSeconds(Date.now() - started)})`,
  );
  if (failed > 0) process.exitCode = 1;
});

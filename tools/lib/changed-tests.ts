import { JOURNEYS } from './journeys.ts';
import { isTest } from './test-graph.ts';

export interface Change {
  /** From the root of the project. The file may be gone. */
  path: string;
  /** Of texts and migrations: the files that use what changed in them. None: what runs is the same. Of others undefined. */
  users?: readonly string[];
}

export interface ChangedTests {
  /** Unit and API tests, sorted. */
  vitest: string[];
  /** Browser tests, sorted; those of tests/e2e/host are the Node host's. */
  playwright: string[];
  /** Changed files that may reach every test, or that no rule knows. If there is one, the lists hold every test. */
  everywhere: string[];
}

type Graph = ReadonlyMap<string, readonly string[]>;
/** `loaded`: by imports alone, or in src by room, too. `used`: by its users. `journeys`: of all rooms. Names: of these rooms. */
type Rule = 'loaded' | 'used' | 'vitest' | 'journeys' | 'everywhere' | readonly string[];

/** By path, the first that fits. A file that none fits runs everything. */
const RULES: readonly (readonly [RegExp, Rule])[] = [
  [/^packages\/[\w-]+\/package\.json$/, 'everywhere'],
  [/\.md$|^docs\/|^\.[\w-]+ignore$|^\.(?:prettier|oxlint)rc|^(?:eslint|stylelint)\.config|^knip\.json$/, 'loaded'],
  [/^(?:packages|scripts|src|tests|tools)\//, 'loaded'],
  [/^(?:locales\/.*\.json|migrations\/.*\.sql|package\.json)$/, 'used'],
  [/^deploy\//, ['host']],
  [/^public\//, ['edge', 'offline', 'shell']],
  [/^(?:astro|uno)\.config\./, ['edge', 'shell']],
  [/^vitest\.config\./, 'vitest'],
  [/^playwright\.config\./, 'journeys'],
  [/^(?:seed|project\.inlang)\/|^(?:tsconfig(?:\.astro)?|package-lock)\.json$|^wrangler\.toml$/, 'everywhere'],
];

/** They import every feature to put the site together: those tests would be nearly all. */
const COMPOSITION = ['app', 'host', 'pages'];
/** Most tests build on them: what they load to open a database or a server has tests of its own. */
const SCAFFOLDING = [
  ...['catalogue-fixture', 'platform', 'prepared-site', 'sqlite-platform'].map(
    (name) => `tests/support/site/${name}.ts`,
  ),
  ...['migrated', 'seeded-state'].map((name) => `tests/support/database/${name}.ts`),
  ...['local-state', 'test-server'].map((name) => `tools/lib/${name}.ts`),
];
const LOCALE = /^locales\/.*\.json$/;
/** No API test runs it. */
const BROWSER = /\.(?:astro|css|tsx)$|^src\/.*\/client\/|^packages\/hls\/src\/(?!playlist\/)/;
/** Every browser test needs the build, the seed and the server. */
const BUILD = /^(?:(?:astro|uno)\.config|tools\/(?:lib|seed)\/)/;
/** A file that more rooms than this import is everybody's: its journeys are those of `pages`. */
const MAX_ROOMS = 5;
/** A helper that more browser tests than this load is everybody's: of them, those of `JOURNEYS` run. */
const MAX_LOADING = 30;
/** Its browser tests visit the whole site: they belong to every room, and `JOURNEYS` names those of this one. */
const SWEEPING = 'tests/e2e/app/';

/** The tests in which a fault of the changed files shows: those that load them, and those of the rooms that use them. */
export function selectChangedTests(changes: readonly Change[], graph: Graph): ChangedTests {
  const importers = invert(graph);
  const tests = [...graph.keys()].filter(isTest).sort();
  const selected = new Set<string>();
  const everywhere: string[] = [];
  const select = (isHit: (test: string) => boolean) => {
    for (const test of tests) if (isHit(test)) selected.add(test);
  };
  const everybody = listJourneys(Object.keys(JOURNEYS));
  for (const { path, users } of changes) {
    const rule = findRule(path, users);
    if (rule === 'everywhere') everywhere.push(path);
    if (rule === 'vitest') select((test) => findRunner(test) === rule);
    if (rule === 'journeys') select((test) => everybody.has(test));
    if (typeof rule !== 'string') rule.forEach((room) => select((test) => isOfRooms(test, [room], path, room)));
    // A text is loaded by every browser test: those that read the whole file name it themselves.
    if (rule === 'used') select((test) => importers.get(path)?.includes(test) === true);
    for (const file of users ?? [path]) {
      const loading = listLoading(file, importers);
      const isBuild = [...loading].some((name) => BUILD.test(name));
      const rooms = [...listRooms(file, graph, importers), ...(isBuild ? ['pages'] : [])];
      const journeys = listJourneys(rooms);
      // A changed text changes no more than what is read.
      const ownRoom = LOCALE.test(path) ? null : (rooms[0] ?? null);
      select((test) => loading.has(test) || journeys.has(test) || isOfRooms(test, rooms, file, ownRoom));
    }
  }
  const all = everywhere.length > 0 ? tests : [...selected].sort();
  return {
    vitest: all.filter((test) => findRunner(test) === 'vitest'),
    playwright: all.filter((test) => findRunner(test) === 'playwright'),
    everywhere,
  };
}

function findRule(path: string, users: readonly string[] | undefined): Rule {
  const [, rule = 'everywhere'] = RULES.find(([pattern]) => pattern.test(path)) ?? [];
  return rule === 'used' && users === undefined ? 'everywhere' : rule;
}

function findRunner(test: string): 'vitest' | 'playwright' {
  return test.startsWith('tests/e2e/') ? 'playwright' : 'vitest';
}

/** Whether a test is in the folder of one of the rooms that use a file; a browser test: in that of the file's own room. */
function isOfRooms(test: string, rooms: readonly string[], file: string, ownRoom: string | null): boolean {
  const [, kind, folder = ''] = test.split('/');
  if (kind === 'e2e') return folder === ownRoom && !test.startsWith(SWEEPING);
  return rooms.includes(folder) && !(kind === 'api' && BROWSER.test(file));
}

/** The folder of src, of its features or of packages; the provider's adapter is a room to itself. */
function findRoom(file: string): string {
  // The bindings of the Node host: their tests are the host's.
  if (file.startsWith('packages/workers-on-node/')) return 'host';
  const [, folder = '', feature = ''] = file.split('/');
  if (folder === 'features') return feature;
  return file.startsWith('src/app/provider/') ? 'provider' : folder;
}

/**
 * The room of a file of src or a package, and the rooms that import the file: through files of platform and of packages.
 * Of a page: the rooms whose bodies it shows. Of a file elsewhere: none.
 */
function listRooms(file: string, graph: Graph, importers: Graph): string[] {
  if (!/^(?:src|packages\/[\w-]+\/src)\//.test(file)) return [];
  if (file.startsWith('src/pages/')) {
    const bodies = (graph.get(file) ?? []).filter((target) => target.startsWith('src/features/'));
    return ['pages', ...bodies.map(findRoom)];
  }
  const rooms = new Set<string>();
  const climbed = new Set([file]);
  for (const target of climbed)
    for (const importer of importers.get(target) ?? []) {
      if (importer.startsWith('packages/')) climbed.add(importer);
      if (!importer.startsWith('src/') || isComposed(importer, target)) continue;
      rooms.add(findRoom(importer));
      if (findRoom(importer) === 'platform') climbed.add(importer);
    }
  rooms.delete(findRoom(file));
  return [findRoom(file), ...(rooms.size > MAX_ROOMS ? ['pages', 'app'] : rooms)];
}

/** The files that load a file, over any number of others. */
function listLoading(file: string, importers: Graph): Set<string> {
  const loading = new Set([file]);
  for (const target of loading)
    for (const importer of importers.get(target) ?? []) if (!isComposed(importer, target)) loading.add(importer);
  for (const [folder, names] of importers)
    if (folder.endsWith('/') && file.startsWith(folder)) names.forEach((name) => loading.add(name));
  const browser = [...loading].filter((name) => isTest(name) && findRunner(name) === 'playwright');
  const first = browser.length > MAX_LOADING ? listJourneys(Object.keys(JOURNEYS)) : new Set(browser);
  browser.filter((name) => !first.has(name)).forEach((name) => loading.delete(name));
  return loading;
}

function listJourneys(rooms: readonly string[]): Set<string> {
  return new Set(rooms.flatMap((room) => JOURNEYS[room] ?? []).map((name) => `tests/e2e/${name}.spec.ts`));
}

function isComposed(importer: string, target: string): boolean {
  if (SCAFFOLDING.includes(importer)) return !target.startsWith('tests/');
  if (!importer.startsWith('src/')) return false;
  return COMPOSITION.includes(findRoom(importer)) && findRoom(importer) !== findRoom(target);
}

function invert(graph: Graph): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, targets] of graph)
    for (const target of targets) {
      const files = importers.get(target);
      if (files) files.push(file);
      else importers.set(target, [file]);
    }
  return importers;
}

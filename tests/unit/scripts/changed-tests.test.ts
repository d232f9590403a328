import { describe, expect, it } from 'vitest';
import { ROOMS } from '../../../scripts/check/rooms.ts';
import { describeChanges, findUsers } from '../../../tools/lib/changed-files.ts';
import { selectChangedTests } from '../../../tools/lib/changed-tests.ts';
import { JOURNEYS } from '../../../tools/lib/journeys.ts';
import { isTest, readTestGraph } from '../../../tools/lib/test-graph.ts';

const GRAPH = new Map(
  Object.entries({
    'src/platform/text/digits.ts': [],
    'src/platform/text/money.ts': ['src/platform/text/digits.ts'],
    'src/features/titles/contract.ts': [],
    'src/features/titles/server/browse.ts': ['src/features/titles/contract.ts'],
    'src/features/titles/ui/Grid.astro': ['src/features/titles/ui/grid.css'],
    'src/features/titles/ui/grid.css': [],
    'src/features/lists/server/list.ts': ['src/features/titles/server/browse.ts'],
    'src/features/payments/price.ts': ['src/platform/text/money.ts'],
    'src/features/title-page/ui/Title.astro': ['src/features/titles/ui/Grid.astro'],
    'src/app/api.ts': ['src/features/titles/server/browse.ts', 'src/features/payments/price.ts'],
    'src/pages/movie.astro': ['src/features/title-page/ui/Title.astro'],
    'astro.config.mjs': ['tools/lib/page-scripts.ts'],
    'tools/lib/page-scripts.ts': [],
    'scripts/refund.ts': [],
    'tests/support/site/platform.ts': ['tools/seed/load.ts'],
    'tools/seed/load.ts': ['src/features/titles/contract.ts'],
    'tests/support/site/api.ts': ['src/app/api.ts', 'tests/support/site/platform.ts'],
    'tests/unit/titles/browse.test.ts': ['src/features/titles/contract.ts'],
    'tests/unit/platform/digits.test.ts': ['src/platform/text/digits.ts'],
    'tests/unit/app/patterns.test.ts': ['src/'],
    'tests/api/titles/browse.test.ts': ['tests/support/site/api.ts', 'src/features/titles/contract.ts'],
    'tests/api/lists/lists.test.ts': ['tests/support/site/api.ts'],
    'tests/api/payments/refunds.test.ts': ['tests/support/site/api.ts', 'scripts/refund.ts'],
    'tests/api/app/app.test.ts': ['tests/support/site/api.ts'],
    'tests/e2e/titles/browse.spec.ts': ['tests/support/browser/texts.ts'],
    'tests/e2e/titles/pictures.spec.ts': [],
    'tests/e2e/payments/buy.spec.ts': [],
    'tests/e2e/payments/plans.spec.ts': [],
    'tests/e2e/app/faults.spec.ts': [],
    'tests/e2e/app/journey.spec.ts': [],
    'tests/e2e/app/routes.spec.ts': [],
    'tests/support/browser/texts.ts': ['locales/fa.json'],
  }),
);
const EVERY_TEST = [...GRAPH.keys()].filter(isTest).sort();

/** The selected tests without what all have in common: `unit/titles/browse`. */
function select(path: string, users?: string[]): string[] {
  const { vitest, playwright, everywhere } = selectChangedTests([{ path, users }], GRAPH);
  expect(everywhere).toEqual([]);
  return [...vitest, ...playwright].map((test) => test.replace(/^tests\/|\.\w+\.ts$/g, ''));
}

describe('the tests of a changed file', () => {
  it('are those that load it, those of its room, and the first journeys of the rooms that import it', () => {
    expect(select('src/features/titles/server/browse.ts')).toEqual([
      'api/lists/lists',
      'api/titles/browse',
      'unit/app/patterns',
      'unit/titles/browse',
      'e2e/app/routes',
      'e2e/titles/browse',
      'e2e/titles/pictures',
    ]);
  });

  it('follow imports through platform, and stop where the site is put together', () => {
    expect(select('src/platform/text/digits.ts')).toEqual([
      'api/payments/refunds',
      'unit/app/patterns',
      'unit/platform/digits',
      'e2e/payments/buy',
    ]);
  });

  it('are no sweep over the site, but the room’s journeys', () => {
    expect(select('src/app/api.ts')).toEqual([
      'api/app/app',
      'api/lists/lists',
      'api/payments/refunds',
      'api/titles/browse',
      'unit/app/patterns',
      'e2e/app/journey',
      'e2e/app/routes',
    ]);
  });

  it('are browser tests where no API test runs it', () => {
    const ofTitles = ['unit/app/patterns', 'unit/titles/browse', 'e2e/app/journey', 'e2e/titles/browse'];
    expect(select('src/features/titles/ui/Grid.astro')).toEqual([...ofTitles, 'e2e/titles/pictures']);
    const ofBody = ['unit/app/patterns', 'e2e/app/journey', 'e2e/titles/browse'];
    expect(select('src/features/title-page/ui/Title.astro')).toEqual(ofBody);
    expect(select('src/pages/movie.astro')).toEqual([
      'unit/app/patterns',
      'e2e/app/journey',
      'e2e/app/routes',
      'e2e/titles/browse',
    ]);
  });

  it('are those of the room that it had, where it is gone', () => {
    expect(select('src/features/payments/gone.ts')).toEqual([
      'api/payments/refunds',
      'unit/app/patterns',
      'e2e/payments/buy',
      'e2e/payments/plans',
    ]);
  });

  it('are the test itself, and those that load a helper or start a program', () => {
    expect(select('tests/e2e/payments/buy.spec.ts')).toEqual(['e2e/payments/buy']);
    expect(select('scripts/refund.ts')).toEqual(['api/payments/refunds']);
    expect(select('tests/support/site/platform.ts')).toHaveLength(4);
  });

  it('are journeys of any page where the build or the seed loads it', () => {
    expect(select('tools/lib/page-scripts.ts')).toEqual(['e2e/app/journey', 'e2e/app/routes']);
    expect(select('tools/seed/load.ts')).toEqual(['e2e/app/journey', 'e2e/app/routes']);
  });

  it('are those of the users of a text, and no more journeys than the first', () => {
    expect(select('locales/fa.json', ['src/features/payments/price.ts'])).toEqual([
      'api/payments/refunds',
      'unit/app/patterns',
      'e2e/payments/buy',
    ]);
    expect(select('locales/fa.json', ['tests/e2e/titles/browse.spec.ts'])).toEqual(['e2e/titles/browse']);
  });

  it('are none of a document', () => {
    expect(select('docs/media.md')).toEqual([]);
    expect(select('tools/import/README.md')).toEqual([]);
  });
});

it('what no rule knows, and what reaches everything, runs everything and says so', () => {
  for (const path of [
    'package-lock.json',
    'wrangler.toml',
    'seed/catalogue/base.json',
    'new-folder/a.ts',
    'locales/fa.json',
  ]) {
    const { vitest, playwright, everywhere } = selectChangedTests([{ path: 'docs/media.md' }, { path }], GRAPH);
    expect(everywhere).toEqual([path]);
    expect([...vitest, ...playwright].sort()).toEqual(EVERY_TEST);
  }
  expect(selectChangedTests([{ path: 'vitest.config.ts' }], GRAPH).playwright).toEqual([]);
  expect(selectChangedTests([{ path: 'playwright.config.ts' }], GRAPH).vitest).toEqual([]);
});

it('the users of a text use its key, of a migration its tables; unknown ones run everything', () => {
  const sources = new Map([
    ['src/features/lists/A.astro', '<p>{m.works({ count })}</p>'],
    ['src/platform/http/calls/errors.ts', "{ 'too-late': 409 }"],
    ['src/features/lists/server/schema.ts', "sqliteTable(\n  'lists', {})"],
    ['src/features/titles/server/rows.ts', 'sql`SELECT id FROM all_titles`'],
    ['tests/support/database/rows.ts', "'DELETE FROM lists'"],
  ]);
  const find = (path: string, before: unknown, after: unknown) =>
    findUsers(path, JSON.stringify(before), JSON.stringify(after), sources);
  const forms = { works_one: 'a', works_other: 'b', other: 'c' };
  expect(find('locales/fa.json', forms, { ...forms, works_one: 'd' })).toEqual(['src/features/lists/A.astro']);
  expect(find('locales/fa.json', {}, { 'error_too-late': 'e' })).toEqual(['src/platform/http/calls/errors.ts']);
  expect(find('locales/fa.json', {}, { idle: 'f' })).toBeUndefined();
  expect(findUsers('migrations/1.sql', '', 'ALTER TABLE lists ADD a;', sources)).toEqual([
    'src/features/lists/server/schema.ts',
  ]);
  expect(findUsers('migrations/1.sql', '', 'CREATE INDEX i ON all_titles (a);', sources)).toEqual([
    'src/features/titles/server/rows.ts',
  ]);
  expect(findUsers('migrations/1.sql', '', 'CREATE TABLE unread (a);', sources)).toBeUndefined();
});

it('a change of comments or types alone has no users', () => {
  const describeText = (path: string, before: string, after: string) =>
    describeChanges(
      [path],
      () => before,
      () => after,
    );
  const code = 'export const a = 1;\n';
  expect(describeText('src/a.ts', code, `// One.\n${code}`)).toEqual([{ path: 'src/a.ts', users: [] }]);
  expect(describeText('src/a.ts', code, "import type { B } from './b.ts';\nexport const a: B = 1;\n")).toEqual([
    { path: 'src/a.ts', users: [] },
  ]);
  expect(describeText('src/a.ts', code, 'export const a = 2;\n')).toEqual([{ path: 'src/a.ts' }]);
  expect(describeText('src/a.css', '.a { gap: 0 }', '/* One. */ .a { gap: 1px }')).toEqual([{ path: 'src/a.css' }]);
  expect(selectChangedTests([{ path: 'src/app/api.ts', users: [] }], GRAPH).vitest).toEqual([]);
});

it('a new command in package.json runs nothing, a new package everything', () => {
  const describePackage = (before: object, after: object) =>
    describeChanges(
      ['package.json'],
      () => JSON.stringify(before),
      () => JSON.stringify(after),
    );
  expect(describePackage({ scripts: {} }, { scripts: { a: 'b' } })).toEqual([{ path: 'package.json', users: [] }]);
  expect(describePackage({}, { dependencies: { a: '1' } })).toEqual([{ path: 'package.json', users: undefined }]);
});

describe('the tests of this project', () => {
  const graph = readTestGraph();
  const tests = [...graph.keys()].filter(isTest);

  it('have journeys for every room, and no others', () => {
    const rooms = [...ROOMS.map(({ name }) => name).filter((name) => name !== 'locales'), 'provider', 'hls'];
    expect(Object.keys(JOURNEYS).sort()).toEqual(rooms.sort());
    const names = new Set(tests.map((test) => test.replace(/^tests\/e2e\/|\.spec\.ts$/g, '')));
    expect(
      Object.values(JOURNEYS)
        .flat()
        .filter((name) => !names.has(name)),
    ).toEqual([]);
  });

  it('are the first journeys of all rooms where a helper is everybody’s', () => {
    const { playwright } = selectChangedTests([{ path: 'tests/support/browser/fixtures.ts' }], graph);
    const first = selectChangedTests([{ path: 'playwright.config.ts' }], graph);
    expect(playwright.filter((test) => !first.playwright.includes(test))).toEqual([]);
    expect(playwright.length).toBeGreaterThan(25);
    expect(first.vitest).toEqual([]);
  });

  it('follow programs that tests start, workers by their address, and helpers', () => {
    const list = (path: string) => {
      const { vitest, playwright } = selectChangedTests([{ path }], graph);
      return [...vitest, ...playwright];
    };
    expect(list('tools/ingest/sounds.ts')).toContain('tests/api/scripts/ingest.test.ts');
    expect(list('tests/support/faults/faulty-worker.mjs')).toContain('tests/e2e/app/faults.spec.ts');
    expect(list('packages/hls/src/playlist/playlist.ts')).toContain('packages/hls/tests/playlist.test.ts');
    expect(list('packages/workers-on-node/src/process/primary.ts')).toContain('tests/api/host/node-site.test.ts');
    expect(list('src/platform/text/money.ts')).toContain('tests/unit/platform/money.test.ts');
  });
});

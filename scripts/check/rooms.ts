import { fileURLToPath } from 'node:url';
import type { Linter } from 'eslint';
import boundaries from 'eslint-plugin-boundaries';

/** The rooms of src in their order (docs/architecture.md): a room imports only those before it, types included. */
const FEATURES = [
  'alarms',
  'entitlement',
  'titles',
  'people',
  'magazines',
  'search',
  'images',
  'ledger',
  'accounts',
  'staff',
  'ingest',
  'catalogue',
  'progress',
  'kids',
  'payments',
  'direct-debit',
  'subscription',
  'downloads',
  'checkout',
  'gifts',
  'watch-options',
  'data-cost',
  'offline',
  'lists',
  'plays',
  'streams',
  'qoe',
  'watch-party',
  'playback',
  'comments',
  'site',
  'sandbox',
  'live',
  'screenings',
  'home',
  'paywall',
  'title-page',
  'personal-data',
  'operator',
  'compensation',
  'help',
  'front',
  'seo',
];

export const ROOMS: { name: string; folder: string }[] = [
  { name: 'locales', folder: 'locales' },
  { name: 'platform', folder: 'src/platform' },
  ...FEATURES.map((name) => ({ name, folder: `src/features/${name}` })),
  ...['shell', 'desk', 'edge', 'app', 'pages', 'host'].map((name) => ({ name, folder: `src/${name}` })),
];

/** Contracts and pure rules of every feature: any feature may import them, and they import only each other. */
const LOW_FLOOR = {
  category: 'low floor',
  pattern: ['src/features/*/+([a-z0-9-]).ts', 'src/features/*/contract/*.ts', 'src/features/search/query/*.ts'],
};
const BELOW_FEATURES = ['locales', 'platform'];

const isIn = (types: readonly string[]) => ({ element: { types: { anyOf: types } } });
const isLow = { file: { categories: LOW_FLOOR.category } };
const names = ROOMS.map(({ name }) => name);

const ALL_ROOMS = {
  files: ['src/**'],
  plugins: { boundaries },
  settings: {
    'import/resolver': { [fileURLToPath(new URL('import-resolver.ts', import.meta.url))]: {} },
    'boundaries/elements': ROOMS.map(({ name, folder }) => ({ type: name, pattern: folder })),
    'boundaries/files': [LOW_FLOOR],
    'boundaries/dependency-nodes': ['import', 'export', 'dynamic-import'],
    'boundaries/additional-dependency-nodes': [{ selector: 'TSImportType Literal', kind: 'type', name: 'import-type' }],
  },
  rules: { 'boundaries/no-unknown-dependencies': 'error', 'boundaries/no-unknown-files': 'error' },
} as Linter.Config;

/** The plugin asks each policy about each import, so a room has only its own. */
const restrictImports = (from: string[], files: string[]) => ({
  files,
  rules: {
    'boundaries/dependencies': [
      'error',
      {
        default: 'disallow',
        checkInternals: true,
        policies: [
          { allow: { to: isIn(from) } },
          { from: isLow, disallow: { to: isIn(names.filter((name) => !BELOW_FEATURES.includes(name))) } },
          { from: isIn(FEATURES), allow: { to: isLow } },
        ],
      },
    ],
  },
});

/** A room imports itself, the rooms before it and the low floor: values, types and styles. Another folder is refused. */
export const ROOM_RULES = [
  ALL_ROOMS,
  ...ROOMS.map(({ folder }, at) => restrictImports(names.slice(0, at + 1), [`${folder}/**`])),
] as Linter.Config[];

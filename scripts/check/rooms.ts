import { fileURLToPath } from 'node:url';
import type { Linter } from 'eslint';
import boundaries from 'eslint-plugin-boundaries';

/** The rooms of src in their order (docs/architecture.md): a room imports only those before it, types included. */
const FEATURES = [
  'alarms',
  'hls',
  'entitlement',
  'titles',
  'people',
  'magazines',
  'search',
  'images',
  'ledger',
  'accounts',
  'progress',
  'kids',
  'payments',
  'direct-debit',
  'downloads',
  'checkout',
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
  'purchase',
  'title-page',
  'personal-data',
  'operator',
  'seo',
];

export const ROOMS: { name: string; folder: string }[] = [
  { name: 'locales', folder: 'locales' },
  { name: 'platform', folder: 'src/platform' },
  ...FEATURES.map((name) => ({ name, folder: `src/features/${name}` })),
  ...['shell', 'edge', 'app', 'pages', 'host'].map((name) => ({ name, folder: `src/${name}` })),
];

/** A room imports itself and the rooms before it: values, types and styles. A folder that is no room is refused. */
export const ROOM_RULES = {
  files: ['src/**'],
  plugins: { boundaries },
  settings: {
    'import/resolver': { [fileURLToPath(new URL('import-resolver.ts', import.meta.url))]: {} },
    'boundaries/elements': ROOMS.map(({ name, folder }) => ({ type: name, pattern: folder })),
    'boundaries/dependency-nodes': ['import', 'export', 'dynamic-import'],
    'boundaries/additional-dependency-nodes': [{ selector: 'TSImportType Literal', kind: 'type', name: 'import-type' }],
  },
  rules: {
    'boundaries/dependencies': [
      'error',
      {
        default: 'disallow',
        policies: ROOMS.map(({ name }, at) => ({
          from: { element: { type: name } },
          allow: { to: { element: { types: { anyOf: ROOMS.slice(0, at + 1).map((room) => room.name) } } } },
        })),
      },
    ],
    'boundaries/no-unknown-dependencies': 'error',
    'boundaries/no-unknown-files': 'error',
  },
} as Linter.Config;

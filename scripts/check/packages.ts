import { fileURLToPath } from 'node:url';
import type { Linter } from 'eslint';
import boundaries from 'eslint-plugin-boundaries';

const isPackage = { element: { types: { anyOf: ['package'] } } };
const isSamePackage = {
  element: { types: { anyOf: ['package'] }, captured: { name: '{{ from.element.captured.name }}' } },
};

/** No path into a package: its `exports` are what it offers. */
export const BY_NAME = { regex: '(?:^|/)packages/', message: 'Import a package by its name: @pardeh/….' };
/** They serve tests and tools. The desk names the colour of a picture as an import does, by the same code. */
export const NOT_IN_THE_SITE = {
  regex: '^@pardeh/(?:money-simulator|demo-assets)(?:/(?!art/dominant-colour$)|$)',
  message: 'Tests and tools import it; the site never runs it.',
};
/** A command imports tools, so a tool that imports a command closes a circle of the two folders. */
export const NO_SCRIPTS = { regex: '/scripts/', message: 'A tool imports no command: what both need is a tool.' };

/** A package imports itself, Node and the packages of its own package.json: nothing of the site, no other package of ours. */
export const PACKAGE_RULES = {
  files: ['packages/**'],
  plugins: { boundaries },
  settings: {
    'import/resolver': { [fileURLToPath(new URL('import-resolver.ts', import.meta.url))]: {} },
    'boundaries/elements': [{ type: 'package', pattern: 'packages/*', capture: ['name'] }],
    'boundaries/dependency-nodes': ['import', 'export', 'dynamic-import'],
    'boundaries/additional-dependency-nodes': [{ selector: 'TSImportType Literal', kind: 'type', name: 'import-type' }],
  },
  rules: {
    'boundaries/dependencies': [
      'error',
      { default: 'disallow', checkInternals: true, policies: [{ from: isPackage, allow: { to: isSamePackage } }] },
    ],
    'boundaries/no-unknown-dependencies': 'error',
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: '^@pardeh/', message: 'A package of ours imports no other: its user brings them together.' },
        ],
      },
    ],
  },
} as Linter.Config;

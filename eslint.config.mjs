import js from '@eslint/js';
import astro from 'eslint-plugin-astro';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';
import { restrictMarkup } from './scripts/check/markup.ts';
import { BY_NAME, NO_SCRIPTS, NOT_IN_THE_SITE, PACKAGE_RULES } from './scripts/check/packages.ts';
import { ROOM_RULES } from './scripts/check/rooms.ts';
import { restrictTests } from './scripts/check/test-rules.ts';

const TYPED = ['**/*.ts', '**/*.tsx'];
const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'];
const NODE = Object.fromEntries(
  [...TIMERS, 'process', 'console', 'fetch', 'AbortSignal', 'URL', 'Buffer'].map((name) => [name, false]),
);

// docs/glossary.md: a function says what it does, and begins with a verb.
const FUNCTION = ':matches(ArrowFunctionExpression, FunctionExpression)';
const VERB_FIRST = [
  'FunctionDeclaration[id.name=/[a-z]Of$/]',
  'TSDeclareFunction[id.name=/[a-z]Of$/]',
  `VariableDeclarator[id.name=/[a-z]Of$/] > ${FUNCTION}.init`,
  `Property[key.name=/[a-z]Of$/] > ${FUNCTION}.value`,
  'MethodDefinition[key.name=/[a-z]Of$/]',
].map((selector) => ({ selector, message: 'Begin with a verb: getX, parseX, toX, buildX (docs/glossary.md).' }));
// A local says what it holds.
const VAGUE = '/^(own|here|what|how|again)$/';
const PAST = 'found|known|said|told|kept|held|asked|named|shown|noted|answered|given|taken|sent|whole';
const NAMED_LOCALS = [
  'VariableDeclarator > Identifier.id',
  'VariableDeclarator > ArrayPattern.id > Identifier',
  'ObjectPattern > Property[shorthand=false] > Identifier.value',
  ':function > Identifier.params',
  ':function > AssignmentPattern.params > Identifier.left',
  'FunctionDeclaration > Identifier.id',
].flatMap((selector) =>
  [VAGUE, `/^(${PAST})$/`].map((names) => ({
    selector: `${selector}[name=${names}]`,
    message: 'Name the value by the noun that it is (docs/glossary.md).',
  })),
);
const BOUNDS = '/^(MOST|LEAST|LONGEST|SHORTEST)(_|$)|^(KEPT|AGAIN|REST|PATIENCE)(_(MS|SECONDS|DAYS|MAX))?$/';
const NAMED_BOUNDS = {
  selector: `VariableDeclarator > Identifier.id[name=${BOUNDS}]`,
  message: 'Name a bound MAX_, MIN_ or …_TIMEOUT_MS, with its unit (docs/glossary.md).',
};
const PARTICIPLES = '/^(Asked|Found|Sent|Known|Kept|Held|Seen|Taken|Noted|Read|Shown|Answered|Given|Left|Named)$/';
const NAMED_TYPES = ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration'].map((kind) => ({
  selector: `${kind} > Identifier.id[name=${PARTICIPLES}]`,
  message: 'Name the type by the noun that it is (docs/glossary.md).',
}));
// A seat among processes has this name alone; a cache has `get`, `put` and `delete` (docs/glossary.md).
const ONE_PLACE = ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration'].map((kind) => ({
  selector: `${kind} > Identifier.id[name=/[a-z]Places?$/]`,
  message: 'Name what it is: a position, a target, a box. A place is the seat of a process (docs/glossary.md).',
}));
const CACHE_VERBS = [
  'FunctionDeclaration > Identifier.id',
  'TSMethodSignature > Identifier.key',
  'TSPropertySignature > Identifier.key',
].map((selector) => ({
  selector: `${selector}[name=/^(recall|remember|unremember)([A-Z]|$)/]`,
  message: 'A cache has get, put and delete (docs/glossary.md).',
}));
const ONLY_CLOUDFLARE = { group: ['cloudflare:*'], message: 'Only src/host/cloudflare may import it.' };
const ONE_COOKIE_READER = [
  "CallExpression[callee.property.name='get'] > Literal.arguments[value=/^cookie$/i]",
  "MemberExpression[property.name='value'] > CallExpression.object[callee.object.name='cookies']",
  "MemberExpression[property.name='value'] > CallExpression.object[callee.object.property.name='cookies']",
  "MemberExpression[object.name='Astro'][property.name='cookies']",
].map((selector) => ({ selector, message: 'Read cookies by readVisitor (platform/http/session/visitor.ts).' }));
// Words that the glossary replaces.
const REPLACED = ['told', 'isSame', 'prolong', 'unheard', 'trueUntil', 'isBrowsed', 'goTop', 'browseOn', 'tellRoom'];

export default defineConfig(
  globalIgnores([
    'dist/',
    'dist-node/',
    'data/',
    '.astro/',
    '.wrangler/',
    '.cache/',
    'src/platform/text/paraglide/',
    'src/platform/text/desk/',
    'public/',
    'seed/media/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  // An open note is an issue, not a comment.
  { rules: { 'no-warning-comments': ['error', { location: 'anywhere' }] } },
  {
    rules: {
      'no-restricted-syntax': [
        'error',
        ...VERB_FIRST,
        ...NAMED_LOCALS,
        NAMED_BOUNDS,
        ...NAMED_TYPES,
        ...ONE_PLACE,
        ...CACHE_VERBS,
        ...ONE_COOKIE_READER,
      ],
      'id-denylist': ['error', ...REPLACED],
    },
  },
  { files: ['**/*.mjs'], languageOptions: { globals: NODE } },
  {
    files: TYPED,
    // Its rules that need types are oxlint's (.oxlintrc.json), which has them from the native compiler.
    extends: [ts.configs.strict],
    rules: {
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.tsx'],
    extends: [jsxA11y.flatConfigs.strict, reactHooks.configs.flat.recommended],
  },
  {
    // Types of .astro files are astro check's; here only what needs none of them. The parser follows, from astro.
    files: ['**/*.astro'],
    extends: [ts.configs.strict],
    rules: { 'no-undef': 'off' },
  },
  astro.configs['flat/recommended'],
  astro.configs['flat/jsx-a11y-recommended'],
  // A list that scrolls (the day's guide) must be reachable by keyboard.
  { rules: { 'astro/jsx-a11y/no-noninteractive-tabindex': ['error', { tags: ['ol'], roles: ['tabpanel'] }] } },
  {
    files: ['src/**'],
    rules: { 'no-console': 'error' },
  },
  ...ROOM_RULES,
  PACKAGE_RULES,
  {
    // Only that host has these modules (decision 090).
    files: ['src/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [ONLY_CLOUDFLARE, BY_NAME, NOT_IN_THE_SITE] }] },
  },
  {
    files: ['src/host/cloudflare/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [BY_NAME, NOT_IN_THE_SITE] }] },
  },
  {
    files: ['scripts/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [ONLY_CLOUDFLARE, BY_NAME] }] },
  },
  {
    files: ['tools/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [ONLY_CLOUDFLARE, BY_NAME, NO_SCRIPTS] }] },
  },
  ...restrictMarkup([...VERB_FIRST, ...NAMED_LOCALS, ...ONE_COOKIE_READER]),
  ...restrictTests([...VERB_FIRST, ...NAMED_LOCALS, NAMED_BOUNDS, ...NAMED_TYPES]),
  {
    files: [
      'src/features/*/server/**',
      'src/platform/{db,http,media,sms}/**',
      'src/{app,edge,host}/**',
      'src/**/*.server.ts',
      'src/shell/load-shell.ts',
    ],
    rules: { 'no-console': ['error', { allow: ['error', 'warn'] }] },
  },
  {
    // Another server's answer has a limit and a deadline, and leads nowhere else.
    files: ['src/features/*/server/**', 'src/platform/{http,media,sms}/**', 'src/{app,edge}/**'],
    ignores: ['src/platform/http/limits/fetch-bounded.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Ask by fetchBounded (platform/http).' }],
    },
  },
  {
    files: ['tests/**', 'packages/*/tests/**'],
    rules: {
      // A test may insist on what it has just asserted.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);

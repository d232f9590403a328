import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cheapenComponents } from '../../../src/platform/patches/astro-cheap-components.ts';
import { digestOnce } from '../../../src/platform/patches/astro-csp-digest.ts';
import { escapeAttributes } from '../../../src/platform/patches/astro-escape-attributes.ts';
import { shrinkIsland } from '../../../src/platform/patches/astro-island-script.ts';
import { holdPageText } from '../../../src/platform/patches/astro-page-text.ts';
import { prefixIslandIds } from '../../../src/platform/patches/astro-react-id-prefix.ts';
import { keepPluralRules } from '../../../src/platform/patches/paraglide-plural-rules.ts';

/** The patches of src/platform/patches: a test that fails here says that its patch can go, or must be looked at. */
const PATCHES = [
  {
    patch: 'astro-cheap-components.ts',
    library: 'astro',
    version: '7.3.5',
    files: ['dist/core/fetch/fetch-state.js'],
    faulty:
      /Object\.assign\(Object\.create\(astroPagePartial\), \{\s*props,\s*self: null\s*\}\);\s*Object\.defineProperty\(Astro, slotValuesSymbol, \{/,
  },
  {
    patch: 'astro-cheap-components.ts',
    library: 'astro',
    version: '7.3.5',
    files: ['dist/runtime/server/render/util.js'],
    faulty: /function classifyAttribute\(key\) \{\s*if \(INVALID_ATTR_NAME_CHAR\.test\(key\)\)/,
  },
  {
    patch: 'astro-csp-digest.ts',
    library: 'astro',
    version: '7.3.5',
    files: ['dist/core/encryption.js'],
    faulty:
      /async function generateCspDigest\(data, algorithm\) \{\s*const hashBuffer = await crypto\.subtle\.digest\(algorithm, encoder\.encode\(data\)\);/,
  },
  {
    patch: 'astro-escape-attributes.ts',
    library: 'astro',
    version: '7.3.5',
    files: ['dist/runtime/server/render/util.js'],
    faulty: /if \(!str\.includes\("&"\) && !str\.includes\('"'\)\) return str;/,
  },
  {
    patch: 'astro-island-script.ts',
    library: 'astro',
    version: '7.3.5',
    files: ['dist/runtime/server/astro-island.prebuilt.js'],
    faulty: /var g=Object\.defineProperty;|2:t=>new RegExp|h\.includes\("\."\)/,
  },
  {
    patch: 'astro-page-text.ts',
    library: 'astro',
    version: '7.3.5',
    files: ['dist/runtime/server/render/page.js'],
    // A page that is one text becomes bytes at once.
    faulty:
      /typeof body === "string"\) \{\s*body = encoder\.encode\(body\);\s*headers\.set\("Content-Length", body\.byteLength\.toString\(\)\);/,
  },
  {
    patch: 'astro-react-id-prefix.ts',
    library: '@astrojs/react',
    version: '7.0.0',
    files: ['dist/server.js'],
    // The options, which hold the prefix, are for streams only.
    faulty: /ReactDOM\.renderToString\(vnode\);/,
  },
  {
    patch: 'astro-react-id-prefix.ts',
    library: '@astrojs/react',
    version: '7.0.0',
    files: ['dist/server.js'],
    // A component is rendered once more, only to learn whose it is.
    faulty:
      /let isReactComponent = false;[^]*await renderToStaticMarkup\.call\(this, Tester, props, children\);\s*return isReactComponent;/,
  },
  {
    patch: 'paraglide-plural-rules.ts',
    library: '@inlang/paraglide-js',
    version: '2.23.2',
    files: ['dist/compiler/registry.js'],
    faulty: /return new Intl\.PluralRules\(locale, options\)/,
  },
  {
    patch: 'sharp-avif-effort.ts',
    library: 'miniflare',
    version: '5.20261012.0-beta',
    files: ['dist/src/index.js'],
    // Images are encoded as AVIF without an effort.
    faulty: /transformer\.avif\(quality !== void 0 \? \{ quality \} : \{\}\)/,
  },
] as const;

describe.each(PATCHES)('$patch', ({ patch, library, version, files, faulty }) => {
  it(`is still needed by ${library} ${version}`, () => {
    const root = `node_modules/${library}`;
    const { version: installed } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { version: string };
    expect(installed, `look whether ${patch} is still needed, then name the version here`).toBe(version);
    const isFaulty = files.some((path) => faulty.test(readFileSync(`${root}/${path}`, 'utf8')));
    expect(isFaulty, `${library} no longer does what ${patch} corrects: delete the patch`).toBe(true);
  });
});

/** Those that the build applies to the library's own files. */
const PLUGINS = {
  'astro-cheap-components.ts': cheapenComponents,
  'astro-csp-digest.ts': digestOnce,
  'astro-escape-attributes.ts': escapeAttributes,
  'astro-island-script.ts': shrinkIsland,
  'astro-page-text.ts': holdPageText,
  'astro-react-id-prefix.ts': prefixIslandIds,
};
type Transform = { filter: { id: RegExp }; handler: (code: string, id: string) => { code: string } };

it.each(PATCHES.filter(({ patch }) => patch in PLUGINS))(
  '$patch takes away what is wrong in $files',
  ({ patch, library, files, faulty }) => {
    const { filter, handler } = PLUGINS[patch as keyof typeof PLUGINS]().transform as unknown as Transform;
    for (const path of files) {
      const id = `/site/node_modules/${library}/${path}`;
      expect(id).toMatch(filter.id);
      expect(handler(readFileSync(`node_modules/${library}/${path}`, 'utf8'), id).code).not.toMatch(faulty);
    }
  },
);

it('every patch has its line in this test', () => {
  const files = readdirSync('src/platform/patches').filter((name) => name.endsWith('.ts'));
  expect(files.sort()).toEqual([...new Set(PATCHES.map(({ patch }) => patch))].sort());
});

it.each(PATCHES)(
  '$patch has an issue and a patch to send, which fits $library $version',
  ({ patch, library, version }) => {
    const folder = `src/platform/patches/${patch.replace('.ts', '')}`;
    expect(readFileSync(`${folder}/issue.md`, 'utf8')).toContain(`Version: ${version}.`);
    const args = ['apply', '--check', `--directory=node_modules/${library}`, `${folder}/upstream.patch`];
    expect(spawnSync('git', args, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  },
);

it.each(Object.entries({ ...PLUGINS, 'paraglide-plural-rules.ts': keepPluralRules }))(
  '%s stops the build where the library has moved',
  (patch, open) => {
    const { handler } = open().transform as unknown as Transform;
    const file = PATCHES.find((one) => one.patch === patch)?.files[0] ?? '';
    expect(() => handler('export const nothing = 1;', `/site/node_modules/astro/${file}`)).toThrow(/no longer/);
  },
);

it('no text of an attribute reads as an element, and a browser reads it back', () => {
  const path = 'astro/dist/runtime/server/render/util.js';
  const { handler } = escapeAttributes().transform as unknown as Transform;
  const { code } = handler(readFileSync(`node_modules/${path}`, 'utf8'), path);
  const body = code.replace(/^import .*$/gm, '').replace(/export \{[^}]*\};/, 'return addAttribute;');
  const make = runInThisContext(`(markHTMLString, HTMLString, clsx) => {${body}}`) as (...values: unknown[]) => unknown;
  const addAttribute = make(String, Map, String) as (value: unknown, key: string) => string;
  const keys = ['content', 'href', 'value', 'class', 'class:list', 'className', 'style', 'data-x', 'download'];
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.constantFrom('<style>*{display:none}</style>', '</title><script>', '&lt;', '"<body>', "'><html"),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(...keys), (value, key) => {
      const [, name, written = ''] = /^ ([\w-]+)="([^"<>]*)"$/.exec(addAttribute(value, key)) ?? [];
      expect(name).toBe(key.startsWith('class') ? 'class' : key);
      const signs = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
      expect(written.replace(/&\w+;/g, (sign) => signs[sign as keyof typeof signs])).toBe(value);
    }),
  );
});

import type { SiteBug } from './site-bug.ts';

/** Markup, styles and scripts of pages, and the worker that keeps them. */
export const PAGE_BUGS: readonly SiteBug[] = [
  {
    name: 'a quality such as 720p is not isolated from the Persian text around it',
    file: 'src/features/watch-options/client/QualityRow.tsx',
    find: `<bdi>{quality}</bdi>`,
    replace: `{quality}`,
    tests: ['tests/e2e/checkout/basket.spec.ts: "three are added, one is removed"'],
  },
  {
    name: 'the arrows of a rail point against the language',
    file: 'src/features/titles/ui/catalogue.css',
    find: `[dir='rtl'] svg.arrow-on,
  [dir='ltr'] svg.arrow-back {`,
    replace: `[dir='ltr'] svg.arrow-on,
  [dir='rtl'] svg.arrow-back {`,
    tests: ['tests/e2e/titles/browse.spec.ts: "has arrows that point where the language goes"'],
  },
  {
    name: 'the button of the search has no name',
    file: 'src/features/search/client/SearchBox.tsx',
    find: ` aria-label={m.searchbox_submit()}`,
    replace: '',
    tests: ['tests/e2e/app/accessibility.spec.ts: "the search sheet, the side menu and the login modal"'],
  },
  {
    name: 'an English page is canonical in Persian',
    file: 'src/shell/Head.astro',
    find: `const canonical = locale === 'en' ? english : persian;`,
    replace: `const canonical = persian;`,
    tests: ['tests/e2e/seo/seo.spec.ts: "names itself to search engines"'],
  },
  {
    name: 'the alternate of a page in English is the page in Persian',
    file: 'src/shell/Head.astro',
    find: `hreflang="en" href={english}`,
    replace: `hreflang="en" href={persian}`,
    tests: ['tests/e2e/seo/seo.spec.ts: "names itself to search engines"'],
  },
  {
    name: 'pages of search results are indexed',
    file: 'src/features/search/ui/SearchPage.astro',
    find: `  noindex: true,\n`,
    replace: '',
    tests: ['tests/e2e/seo/seo.spec.ts: "search pages and accounts are not indexed"'],
  },
  {
    name: 'a press with Ctrl on a link opens the modal instead of a tab',
    file: 'src/shell/modals/ModalHost.tsx',
    find: ` || !isPlain(event)) return;`,
    replace: `) return;`,
    and: [
      {
        file: 'src/shell/modals/ModalHost.tsx',
        find: `import { isPlain } from '../../platform/client/intent.ts';\n`,
        replace: '',
      },
    ],
    tests: ['tests/e2e/accounts/login.spec.ts: "a press with Ctrl opens a tab of its own, and no modal"'],
  },
  {
    name: 'nothing shows which link has the focus',
    file: 'src/shell/base.css',
    find: `    outline: 2px solid var(--focus);
    outline-offset: 2px;
    border-radius: var(--radius-1);`,
    replace: `    outline: none;
    border-radius: var(--radius-1);`,
    tests: [
      'tests/e2e/app/walk.spec.ts: "each page is drawn as it is meant, and letters of twice the size lose nothing"',
    ],
  },
  {
    name: 'a child without a network sees the pages that others saw',
    file: 'src/features/offline/worker/sw.ts',
    find: `    const cache = await caches.open(seen.kids ? PAGE_CACHES.kids : PAGE_CACHES.all);
    const address`,
    replace: `    const cache = await caches.open(PAGE_CACHES.all);
    const address`,
    tests: [
      'tests/unit/offline/sw.test.ts: "shows a child without a network what was seen in a kids session alone, and nobody else what a child saw"',
    ],
  },
];

import { createHash } from 'node:crypto';
import cloudflare from '@astrojs/cloudflare';
import react from '@astrojs/react';
import UnoCSS from '@unocss/astro';
import { defineConfig } from 'astro/config';
import astroHooks from './tools/lib/astro-hooks.ts';
import brandStyle from './tools/lib/brand-style.ts';
import compileTexts from './tools/lib/compile-texts.ts';
import codeSplitting from './tools/lib/code-splitting.ts';
import nodeAdapter from './tools/lib/node-adapter.ts';
import islandStyle from './tools/lib/island-style.ts';
import pageParts from './tools/lib/page-parts.ts';
import { pageScripts } from './tools/lib/page-scripts.ts';
import serviceWorker from './tools/lib/service-worker.ts';
import { cheapenComponents } from './src/platform/patches/astro-cheap-components.ts';
import { digestOnce } from './src/platform/patches/astro-csp-digest.ts';
import { escapeAttributes } from './src/platform/patches/astro-escape-attributes.ts';
import { shrinkIsland, shrinkIslandScript } from './src/platform/patches/astro-island-script.ts';
import { holdPageText } from './src/platform/patches/astro-page-text.ts';
import { prefixIslandIds } from './src/platform/patches/astro-react-id-prefix.ts';
import { keepPluralRules } from './src/platform/patches/paraglide-plural-rules.ts';
import { listAheadPaths } from './src/platform/pages/find-page.ts';
import { buildSpeculationRules } from './src/shell/boot/speculation-rules.ts';

const { default: islandScript } = await import(
  new URL('node_modules/astro/dist/runtime/server/astro-island.prebuilt.js', import.meta.url).href
);

const hash = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const ahead = listAheadPaths();

/** `npm run serve` builds for Node into a folder of its own. */
const isNode = process.env.PARDEH_HOST === 'node';

export default defineConfig({
  output: 'server',
  adapter: isNode ? nodeAdapter() : cloudflare({ imageService: 'passthrough' }),
  outDir: isNode ? './dist-node' : './dist',
  session: false,
  trailingSlash: 'never',
  integrations: [
    react({ experimentalDisableStreaming: true }),
    UnoCSS({ injectReset: false }),
    astroHooks(),
    codeSplitting(),
    pageParts(),
    serviceWorker(),
  ],
  // One round trip to first paint: on a slow network a stylesheet of its own costs more than its bytes do.
  build: { inlineStylesheets: 'always' },
  // No Markdown is rendered; Shiki's inline styles would be refused by the policy below.
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  // The Worker checks Origin and Sec-Fetch-Site itself, for the API as for pages.
  security: {
    checkOrigin: false,
    csp: {
      algorithm: 'SHA-256',
      // The shell adds one of the two rules when the page is there.
      scriptDirective: {
        hashes: [
          buildSpeculationRules(true, ahead),
          buildSpeculationRules(false, ahead),
          shrinkIslandScript(islandScript),
        ].map(hash),
      },
      directives: [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        // Its own pages are browsed in a frame while a player is small.
        "frame-ancestors 'self'",
      ],
    },
  },
  vite: {
    // Features.LightDark: its variables on :root are for light-dark() outside @supports, which src/shell/tokens.css does not have.
    css: { lightningcss: { exclude: 1 << 20 } },
    // hls.js alone is larger than Vite's default; it loads after Play only.
    // Scripts above Vite's default of 4096 bytes, of which there is the shell's, are files: fetched once for all pages.
    // The script that warms Play is a file, too: as text it is 1.1 kB of each title's page.
    build: {
      chunkSizeWarningLimit: 1200,
      assetsInlineLimit: (file) => (file.includes('WarmPlay') ? false : undefined),
    },
    // Part of the key of cached pages; `npm start` passes a hash of the sources.
    define: { __BUILD_ID__: JSON.stringify(process.env.BUILD_ID ?? 'dev'), __AHEAD__: JSON.stringify(ahead) },
    plugins: [
      brandStyle(),
      islandStyle(),
      pageScripts(),
      prefixIslandIds(),
      cheapenComponents(),
      digestOnce(),
      escapeAttributes(),
      holdPageText(),
      shrinkIsland(),
      keepPluralRules(),
      compileTexts(),
    ],
  },
});

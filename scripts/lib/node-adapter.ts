import { fileURLToPath } from 'node:url';
import { passthroughImageService } from 'astro/config';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';

const ENTRY = new URL('../../src/host/node/site.ts', import.meta.url);

/** Cloudflare's plugin builds the styles of pages for this target; Astro's own leaves out Safari's prefixes. */
const STYLES: Plugin = {
  name: 'pardeh:styles-as-on-cloudflare',
  configEnvironment: (name) => (name === 'ssr' ? { build: { cssTarget: 'es2024' } } : null),
};

const THREAD = fileURLToPath(new URL('../../src/host/node/database/thread.ts', import.meta.url));

/** The database's thread as JavaScript: a thread that starts as TypeScript loads Node's compiler, 10 MB. */
const DATABASE_THREAD: Plugin = {
  name: 'pardeh:database-thread',
  applyToEnvironment: ({ name }) => name === 'ssr',
  buildStart() {
    this.emitFile({ type: 'chunk', id: THREAD, fileName: 'database-thread.mjs' });
  },
};

/** Builds the pages for Node. The entry exports the Worker-shaped app, and src/host/node serves it (decision 090). */
export default function nodeAdapter(): AstroIntegration {
  return {
    name: 'pardeh:node',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        // A bundle with all packages: the server needs no node_modules for its pages. React's development build takes
        // half of a render's time.
        const define = { 'process.env.NODE_ENV': '"production"' };
        const vite = { ssr: { noExternal: true as const }, plugins: [STYLES, DATABASE_THREAD], define };
        updateConfig({ image: { service: passthroughImageService() }, vite });
      },
      'astro:config:done': ({ setAdapter }) => {
        setAdapter({
          name: 'pardeh:node',
          // eslint-disable-next-line @typescript-eslint/no-deprecated -- only its other value is; this one becomes the default
          entrypointResolution: 'auto',
          serverEntrypoint: ENTRY,
          adapterFeatures: { buildOutput: 'server', middlewareMode: 'classic' },
          supportedAstroFeatures: { serverOutput: 'stable' },
        });
      },
    },
  };
}

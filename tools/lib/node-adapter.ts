import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { passthroughImageService } from 'astro/config';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';

const HOST = new URL('../../src/host/node/', import.meta.url);
const require = createRequire(import.meta.url);

/** Cloudflare's plugin builds the styles of pages for this target; Astro's own leaves out Safari's prefixes. */
const STYLES: Plugin = {
  name: 'pardeh:styles-as-on-cloudflare',
  configEnvironment: (name) => (name === 'ssr' ? { build: { cssTarget: 'es2024' } } : null),
};

/** The server and its database's thread as JavaScript: what starts as TypeScript loads Node's compiler, 10 MB in each. */
const PROGRAMS: Plugin = {
  name: 'pardeh:host-programs',
  applyToEnvironment: ({ name }) => name === 'ssr',
  buildStart() {
    const emit = (id: string, fileName: string) => this.emitFile({ type: 'chunk', id, fileName });
    emit(fileURLToPath(new URL('main.ts', HOST)), 'host.mjs');
    emit(require.resolve('@pardeh/workers-on-node/database/thread'), 'database-thread.mjs');
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
        const vite = { ssr: { noExternal: true as const, external: ['sharp'] }, plugins: [STYLES, PROGRAMS], define };
        updateConfig({ image: { service: passthroughImageService() }, vite });
      },
      'astro:config:done': ({ setAdapter }) => {
        setAdapter({
          name: 'pardeh:node',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('site.ts', HOST),
          adapterFeatures: { buildOutput: 'server', middlewareMode: 'classic' },
          supportedAstroFeatures: { serverOutput: 'stable' },
        });
      },
    },
  };
}

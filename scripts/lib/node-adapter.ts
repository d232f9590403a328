import { passthroughImageService } from 'astro/config';
import type { AstroIntegration } from 'astro';

const ENTRY = new URL('../../src/host/node/site.ts', import.meta.url);

/** Builds the pages for Node. The entry exports the Worker-shaped app, and src/host/node serves it (decision 090). */
export default function nodeAdapter(): AstroIntegration {
  return {
    name: 'pardeh:node',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        // A bundle with all packages: the server needs no node_modules for its pages. React's development build takes
        // half of a render's time.
        const define = { 'process.env.NODE_ENV': '"production"' };
        updateConfig({ image: { service: passthroughImageService() }, vite: { ssr: { noExternal: true }, define } });
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

import { globSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import { findUndefinedPages } from '../../src/platform/pages/find-page.ts';

/** Requires a definition for each page. Adds `client:intent` and the middleware; Astro itself looks for the middleware at src/middleware.ts only. */
export default function astroHooks(): AstroIntegration {
  return {
    name: 'pardeh:hooks',
    hooks: {
      'astro:config:setup': ({ addClientDirective, addMiddleware }) => {
        const undefinedPages = findUndefinedPages(globSync('**/*.{astro,ts}', { cwd: 'src/pages' }));
        if (undefinedPages.length > 0) throw new Error(`src/platform/pages: ${undefinedPages.join(', ')}`);
        addClientDirective({ name: 'intent', entrypoint: './src/platform/client/intent.ts' });
        addMiddleware({ order: 'pre', entrypoint: new URL('../../src/app/middleware.ts', import.meta.url) });
      },
    },
  };
}

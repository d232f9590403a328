import type { AstroIntegration } from 'astro';

/** Adds `client:intent` and the middleware; Astro itself looks for the middleware at src/middleware.ts only. */
export default function astroHooks(): AstroIntegration {
  return {
    name: 'pardeh:hooks',
    hooks: {
      'astro:config:setup': ({ addClientDirective, addMiddleware }) => {
        addClientDirective({ name: 'intent', entrypoint: './src/platform/client/intent.ts' });
        addMiddleware({ order: 'pre', entrypoint: new URL('../../src/app/middleware.ts', import.meta.url) });
      },
    },
  };
}

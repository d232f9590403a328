/**
 * The Astro integration that adds `client:intent` (src/platform/client/intent.ts) and the middleware, which stands in
 * its room: Astro by itself looks for src/middleware.ts.
 */
export default function astroHooks() {
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

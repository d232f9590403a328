import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The Astro integration that bundles src/service-worker into /sw.js, beside the built site's files. */
export default function serviceWorker() {
  return {
    name: 'pardeh:service-worker',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          define: { __BUILD_ID__: JSON.stringify(process.env.BUILD_ID ?? 'dev') },
          build: {
            outDir: fileURLToPath(dir),
            emptyOutDir: false,
            rolldownOptions: {
              input: 'src/service-worker/sw.ts',
              output: { format: 'iife', entryFileNames: 'sw.js' },
            },
          },
        });
      },
    },
  };
}

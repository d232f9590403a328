import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The Astro integration that bundles src/features/offline/worker into /sw.js, beside the built site's files. */
export default function serviceWorker() {
  return {
    name: 'pardeh:service-worker',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          define: {
            __BUILD_ID__: JSON.stringify(process.env.BUILD_ID ?? 'dev'),
            // A title that is kept needs its player without a network, and that asks for its parts as it goes.
            __BUILD_FILES__: JSON.stringify([...filesIn(dir, '_astro'), ...filesIn(dir, 'fonts')]),
          },
          build: {
            outDir: fileURLToPath(dir),
            emptyOutDir: false,
            rolldownOptions: {
              input: 'src/features/offline/worker/sw.ts',
              output: { format: 'iife', entryFileNames: 'sw.js' },
            },
          },
        });
      },
    },
  };
}

/** The addresses of the files of a folder of the built site. */
function filesIn(dir, folder) {
  return readdirSync(new URL(`${folder}/`, dir)).map((name) => `/${folder}/${name}`);
}

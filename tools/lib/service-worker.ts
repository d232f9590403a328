import type { AstroIntegration } from 'astro';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { isDeskFile } from './desk-chunks.ts';

/** Bundles src/features/offline/worker into /sw.js of the built site. */
export default function serviceWorker(): AstroIntegration {
  return {
    name: 'pardeh:service-worker',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const list = (folder: string) => readdirSync(new URL(`${folder}/`, dir)).map((name) => `/${folder}/${name}`);
        await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          define: {
            __BUILD_ID__: JSON.stringify(process.env['BUILD_ID'] ?? 'dev'),
            // A saved title needs its player without a network, and the player loads these on demand.
            __BUILD_FILES__: JSON.stringify([...list('_astro').filter((path) => !isDeskFile(path)), ...list('fonts')]),
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

import type { Plugin } from 'vite';
import { generate } from './generate.ts';

/** Compiles the texts again when one changes on the development server; a build finds them made. */
export default function compileTexts(): Plugin {
  return {
    name: 'pardeh:compile-texts',
    apply: 'serve',
    configureServer({ watcher }) {
      watcher.add('locales');
      watcher.on('change', (path) => {
        if (/\blocales\b.*\.json$/.test(path)) void generate().catch(console.error);
      });
    },
  };
}

import type { Plugin } from 'vite';

const FILE = '/astro/dist/runtime/server/scripts.js';
const STYLE = '<style>${ISLAND_STYLES}</style>';

/** Removes the `<style>` of Astro's first island: HTML allows none in a `<div>`. src/shell/base.css has its rule. */
export default function islandStyle(): Plugin {
  return {
    name: 'pardeh:island-style',
    transform(code, id) {
      if (id.split('?')[0]?.replaceAll('\\', '/').endsWith(FILE) !== true) return null;
      if (!code.includes(STYLE)) this.error(`${FILE} no longer writes ${STYLE}: see tools/lib/island-style.ts`);
      return { code: code.replace(STYLE, ''), map: null };
    },
  };
}

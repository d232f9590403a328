const FILE = '/astro/dist/runtime/server/scripts.js';
const STYLE = '<style>${ISLAND_STYLES}</style>';

/**
 * The Vite plugin that takes out the `<style>` which Astro writes where the first island is: HTML has no style in a
 * `<div>`. Its one rule is in src/shell/base.css.
 */
export default function islandStyle() {
  return {
    name: 'pardeh:island-style',
    transform(code, id) {
      if (!id.split('?')[0].replaceAll('\\', '/').endsWith(FILE)) return;
      if (!code.includes(STYLE)) this.error(`${FILE} no longer writes ${STYLE}: see scripts/lib/island-style.mjs`);
      return { code: code.replace(STYLE, ''), map: null };
    },
  };
}

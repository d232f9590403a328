const { existsSync } = require('node:fs');
const { dirname, resolve } = require('node:path');

/** Finds what a file imports, for eslint-plugin-boundaries: by its whole name, without `?inline`; a script of an .astro file lies beside it. */
module.exports = {
  interfaceVersion: 2,
  resolve(source, file) {
    if (!source.startsWith('.')) return { found: true, path: null };
    const path = resolve(dirname(file.replace(/\.astro[/\\].*$/, '.astro')), source.replace(/\?.*$/, ''));
    return existsSync(path) ? { found: true, path } : { found: false };
  },
};

import { basename, extname } from 'node:path';
import * as React from 'react';
import type { Plugin } from 'vite';

/** A component's `<script>`, as Astro names it to the bundler; the component's path names the entry. */
const SCRIPT = /\/src\/([^?]+)\.astro\?astro&type=script&index=(\d+)/;
/** On every module of an entry: the module's own copy. The bundler reads the language at the end of an id. */
const COPY = /[?&]entry=([^&]+)&lang\.\w+$/;
/** In place of Vite's preload helper, which is in the islands' files: a page script's imports have no styles. One per entry. */
const PLAIN_IMPORT = '\0pardeh:plain-import';
/** Libraries of the desk that take React's namespace, and a module of its names for them: a namespace of CommonJS would bring a helper into the bundler's runtime, which every visitor loads. */
const NAMESPACE_USERS = /\/node_modules\/(?:wouter|@tanstack)\//;
const REACT_NAMES = '\0pardeh:react-names';
/** In place of tus-js-client's parser of addresses, which is CommonJS, too. */
const BROWSER_URL = '\0pardeh:browser-url';
const NAMES = Object.keys(React).filter((name) => /^(?!default$)[A-Za-z]\w*$/.test(name));
/** Its state is in storage: files that share it take a copy each, which is smaller than a request. */
const COPIED = /\/server-clock\.ts$/;

/**
 * Builds each `<script>` of a page as an entry of its own, with its own copies of the modules it imports. Bundled with
 * the islands, a rule that both import would be in the islands' files, and a page would load 80 KB before hydration. The
 * copies let Astro inline an entry below 4 KB with its CSP hash. A module's state is not shared across entries.
 */
export function pageScripts(): Plugin {
  return {
    name: 'pardeh:page-scripts',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const entry = importer === undefined ? null : getEntry(importer);
      if (importer === undefined || entry === null || this.environment.name !== 'client') return null;
      if (source.includes('vite/preload-helper')) return `${PLAIN_IMPORT}?${entry}`;
      if (source === 'url-parse') return `${BROWSER_URL}?entry=${entry}&lang.js`;
      if (source === 'react' && NAMESPACE_USERS.test(importer)) return `${REACT_NAMES}?entry=${entry}&lang.js`;
      const resolved = await this.resolve(source, importer.replace(COPY, ''), { ...options, skipSelf: true });
      if (!resolved || resolved.external || resolved.id.startsWith('\0')) return resolved;
      const copy = COPIED.test(resolved.id) ? `${entry}-${basename(importer.split('?')[0] ?? '', '.ts')}` : entry;
      const mark = `entry=${copy}&lang${extname(resolved.id.split('?')[0] ?? '')}`;
      return { ...resolved, id: `${resolved.id}${resolved.id.includes('?') ? '&' : '?'}${mark}` };
    },
    load: (id) => {
      if (id.startsWith(PLAIN_IMPORT)) return 'export const __vitePreload = (load) => load();';
      if (id.startsWith(BROWSER_URL)) return 'export default globalThis.URL;';
      return id.startsWith(REACT_NAMES) ? `export { ${NAMES.join()} } from 'react';` : null;
    },
  };
}

function getEntry(importer: string): string | null {
  const [, component, index] = SCRIPT.exec(importer) ?? [];
  return (component === undefined ? COPY.exec(importer)?.[1] : [...component.split('/'), index].join('-')) ?? null;
}

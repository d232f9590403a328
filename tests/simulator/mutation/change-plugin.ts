import type { Plugin } from 'vite';
import { applyChanges, type Change } from './change.ts';

/** Changes sources as they are loaded. */
export function changeSources(changes: readonly Change[]): Plugin {
  return {
    name: 'pardeh:changes',
    enforce: 'pre',
    transform: (code, id) => (changes.some(({ file }) => id.endsWith(file)) ? applyChanges(changes, id, code) : null),
  };
}

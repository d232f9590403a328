import { posix } from 'node:path';
import { MAY_IMPORT } from './import-table.mjs';
import { withoutComments } from './text.mjs';

/** @typedef {import('./files.mjs').Source} Source */
/** @typedef {import('./files.mjs').Finding} Finding */
/** @typedef {{from: string, to: string, line: number, typeOnly: boolean}} Import */

const STATEMENT = /^[ \t]*(import|export)\s+(type\s+)?([^'";]*?\bfrom\s*)?['"](\.{1,2}\/[^'"]+)['"]/gm;
const DYNAMIC = /(typeof\s+)?\bimport\(\s*['"](\.{1,2}\/[^'"]+)['"]\s*\)(\.\w+)?/g;

/**
 * The relative imports of a file.
 * @param {Source} source
 * @returns {Import[]}
 */
export function importsOf({ path, text }) {
  const code = withoutComments(text);
  const found = [];
  const add = (index, target, typeOnly) => {
    const to = posix.join(posix.dirname(path), target.replace(/\?.*$/, ''));
    found.push({ from: path, to, line: code.slice(0, index).split('\n').length, typeOnly });
  };
  for (const match of code.matchAll(STATEMENT)) add(match.index, match[4], Boolean(match[2]) || onlyTypes(match[3]));
  for (const match of code.matchAll(DYNAMIC)) {
    const inType = match[1] !== undefined || path.endsWith('.d.ts') || /^\.[A-Z]/.test(match[3] ?? '');
    add(match.index, match[2], inType);
  }
  return found;
}

/** `{ type A, type B } from`: nothing of it is left at run time. */
function onlyTypes(clause) {
  const names = clause?.match(/^\{([\s\S]*)\}\s*from\s*$/)?.[1];
  if (names === undefined) return false;
  return names.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
}

/**
 * Imports that the table does not allow, and those that leave src.
 * @param {Source[]} sources files of src
 * @returns {Finding[]}
 */
export function forbiddenImports(sources) {
  return sources.flatMap(importsOf).flatMap(({ from, to, line, typeOnly }) => {
    const [importer, imported] = [areaOf(from), areaOf(to)];
    const rule = MAY_IMPORT[importer];
    if (rule === undefined) return [{ file: from, line, message: `${importer} has no row in check/import-table.mjs` }];
    if (importer === imported || rule.code.includes(imported)) return [];
    if (typeOnly && rule.types?.includes(imported)) return [];
    const kind = rule.types?.includes(imported) ? `only types of ${imported}` : imported;
    const verb = kind === imported ? 'may not import' : 'may import';
    return [{ file: from, line, message: `${importer} ${verb} ${kind} (${to})` }];
  });
}

/** `src/server/app.ts` → `server`; `src/worker.ts` → `worker.ts`; what is not in src goes by its first folder;
 * declarations right in src are all alike. */
function areaOf(path) {
  const parts = path.split('/');
  if (parts.length === 2 && path.endsWith('.d.ts')) return 'env.d.ts';
  return parts[0] === 'src' ? parts[1] : parts[0];
}

/**
 * Circles of imports, each once. Types do not count: nothing of them is left at run time.
 * @param {Source[]} sources
 * @returns {Finding[]}
 */
export function cycles(sources) {
  const edges = new Map(sources.map((source) => [source.path, importsOf(source).filter((edge) => !edge.typeOnly)]));
  const done = new Set();
  const findings = [];
  const visit = (path, trail) => {
    if (done.has(path)) return;
    for (const edge of edges.get(path) ?? []) {
      const start = [...trail, path].indexOf(edge.to);
      if (start === -1) visit(edge.to, [...trail, path]);
      else {
        const circle = [...trail, path].slice(start).concat(edge.to);
        findings.push({ file: path, line: edge.line, message: `cycle: ${circle.join(' → ')}` });
      }
    }
    done.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return findings;
}

/**
 * Files that only pass on what others export.
 * @param {Source[]} sources
 * @returns {Finding[]}
 */
export function barrels(sources) {
  return sources.flatMap(({ path, text }) => {
    if (path.endsWith('.d.ts') || path.endsWith('.astro')) return [];
    const code = withoutComments(text);
    const rest = code
      .replace(/export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})(\s+from\s*['"][^'"]+['"])?\s*;?/g, '')
      .replace(/import\s+[^;]*?['"][^'"]+['"]\s*;?/g, '');
    const exporting = /\bexport\b/.test(code);
    return exporting && rest.trim() === '' ? [{ file: path, line: 1, message: 'a file with only re-exports' }] : [];
  });
}

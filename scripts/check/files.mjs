import { readFileSync, readdirSync } from 'node:fs';

/** @typedef {{path: string, text: string}} Source a file of the repository */
/** @typedef {{file: string, line: number, message: string}} Finding */

const GENERATED = ['src/platform/text/paraglide'];

/**
 * All files under folders, with their text.
 * @param {string[]} folders
 * @param {RegExp} pattern of the path
 * @returns {Source[]}
 */
export function readAll(folders, pattern) {
  return folders.flatMap((folder) =>
    list(folder)
      .filter((path) => pattern.test(path))
      .map(read),
  );
}

/** @param {string} path @returns {Source} */
export function read(path) {
  return { path, text: readFileSync(path, 'utf8') };
}

function list(folder) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.name === 'node_modules' || GENERATED.includes(path)) return [];
      return entry.isDirectory() ? list(path) : [path];
    });
}

/**
 * One finding per line on which a pattern is found.
 * @param {Source} source
 * @param {string} text what to search: the source's text, or that with parts blanked out
 * @param {RegExp} pattern
 * @param {(match: RegExpMatchArray, line: string) => string | null} describe null: no finding after all
 * @returns {Finding[]}
 */
export function grep(source, text, pattern, describe) {
  const original = source.text.split('\n');
  return text.split('\n').flatMap((line, index) => {
    const match = line.match(pattern);
    const message = match && describe(match, original[index] ?? '');
    return message ? [{ file: source.path, line: index + 1, message }] : [];
  });
}

import { readFileSync, readdirSync } from 'node:fs';

/** A file of the repository. */
export interface Source {
  path: string;
  text: string;
}
export interface Finding {
  file: string;
  line: number;
  message: string;
}
/** The message for a match in a line; null where it is not a finding. */
export type Describe = (match: RegExpMatchArray, line: string) => string | null;

const GENERATED = ['src/platform/text/paraglide', 'src/platform/text/desk'];

/** The files under folders whose path matches. */
export function readAll(folders: string[], pattern: RegExp): Source[] {
  return folders.flatMap((folder) =>
    list(folder)
      .filter((path) => pattern.test(path))
      .map(read),
  );
}

export function read(path: string): Source {
  return { path, text: readFileSync(path, 'utf8') };
}

function list(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.name === 'node_modules' || GENERATED.includes(path)) return [];
      return entry.isDirectory() ? list(path) : [path];
    });
}

/** One finding per matching line of `text`, which is the source's text or that with parts blanked out. */
export function grep(source: Source, text: string, pattern: RegExp, describe: Describe): Finding[] {
  const original = source.text.split('\n');
  return text.split('\n').flatMap((line, index) => {
    const match = pattern.exec(line);
    const message = match && describe(match, original[index] ?? '');
    return message === null ? [] : [{ file: source.path, line: index + 1, message }];
  });
}

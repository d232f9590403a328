import { posix } from 'node:path';
import type { Finding, Source } from './files.ts';

/** A document may leave these out: `playback/client/window/BrowseFrame.tsx`. */
const PREFIXES = ['', 'src/', 'src/features/'];
const FILE_NAME = /^[\w@[\]-][\w@.[\]-]*\.(?:astro|css|json|md|mjs|sql|svg|toml|ts|tsx|webp)$/;
const PATH = /^[\w@[\]-][\w@.[\]-]*(?:\/[\w@.[\]*-]+)+\/?$/;
const CODE_SPAN = /`([^`\n]+)`/g;
const LINK = /\]\((?!\w+:|#)([^)#\s]+)/g;

/** Code spans and relative links of a document that name none of the repository's files, relative to its root. */
export function missingDocPaths(doc: Source, files: string[]): Finding[] {
  const paths = new Set(files.flatMap((file) => [file, ...listFolders(file)]));
  const names = new Set(files.map((file) => posix.basename(file)));
  const folder = posix.dirname(doc.path);

  const isMissingSpan = (span: string): boolean => {
    if (FILE_NAME.test(span)) return !names.has(span);
    if (!PATH.test(span)) return false;
    const path = span.replace(/\/[^/]*\*.*$/, '').replace(/\/$/, '');
    if (PREFIXES.some((prefix) => paths.has(prefix + path))) return false;
    const [first = ''] = path.split('/');
    return FILE_NAME.test(posix.basename(path)) || PREFIXES.slice(0, 2).some((prefix) => paths.has(prefix + first));
  };

  return doc.text.split('\n').flatMap((text, index) => {
    const spans = [...text.matchAll(CODE_SPAN)].map(([, span = '']) => span).filter(isMissingSpan);
    const links = [...text.matchAll(LINK)].map(([, link = '']) => posix.join(folder, link));
    return [...spans, ...links.filter((link) => !paths.has(link))].map((path) => ({
      file: doc.path,
      line: index + 1,
      message: `${path} does not exist`,
    }));
  });
}

function listFolders(file: string): string[] {
  const parts = file.split('/');
  return parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join('/'));
}

import type { Finding, Source } from './files.ts';

const MEMBER = /^ {2}([A-Z][A-Z0-9_]*)\??:/gm;
const QUOTED = /'([A-Z][A-Z0-9_]+)'/g;
const ROW = /^\| `([A-Z][A-Z0-9_]*)` \|/gm;

/**
 * Settings that the document names not exactly once, or that nobody reads: the members of `Env`, and the names that the
 * Node host's settings quote.
 */
export function settings(doc: Source, env: Source, nodeHost: Source): Finding[] {
  const read = new Set([...list(env.text, MEMBER), ...list(nodeHost.text, QUOTED)]);
  const rows = [...doc.text.matchAll(ROW)].map(({ 1: name = '', index }) => ({
    name,
    line: doc.text.slice(0, index).split('\n').length,
  }));
  const counts = Map.groupBy(rows, ({ name }) => name);
  const report = (line: number, message: string) => ({ file: doc.path, line, message });
  return [
    ...[...read].filter((name) => !counts.has(name)).map((name) => report(1, `${name} has no row`)),
    ...rows.filter(({ name }) => !read.has(name)).map(({ name, line }) => report(line, `nobody reads ${name}`)),
    ...rows
      .filter((row) => counts.get(row.name)?.[0] !== row)
      .map(({ name, line }) => report(line, `${name} has a row already`)),
  ];
}

const list = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

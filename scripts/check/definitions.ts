import type { Finding, Source } from './files.ts';
import { insertTables } from '../../tools/lib/definition-tables.ts';

/** docs/security.md: the tables of calls and pages are those of their definitions. */
export function outdatedDefinitions({ path, text }: Source): Finding[] {
  const current = insertTables(text).split('\n');
  const line = text.split('\n').findIndex((row, index) => row !== current[index]);
  return line === -1
    ? []
    : [{ file: path, line: line + 1, message: 'differs from the definitions: npm run definitions' }];
}

import type { Finding, Source } from './files.ts';

const STATEMENT = /^(CREATE(?: VIRTUAL)?|DROP|ALTER) TABLE (?:IF (?:NOT )?EXISTS )?(\w+)(?: RENAME TO (\w+))?/;

/** Tables of migrations that `list` does not name: an export and an erasure must treat each (docs/account.md). */
export function undeclaredTables(migrations: Source[], list: Source): Finding[] {
  const tables = new Map<string, Finding>();
  for (const { path: file, text } of migrations) {
    for (const [index, line] of text.split('\n').entries()) {
      const [, action, name, newName] = STATEMENT.exec(line) ?? [];
      if (action === undefined || name === undefined) continue;
      if (action === 'DROP' || newName !== undefined) tables.delete(name);
      const table = newName ?? (action.startsWith('CREATE') ? name : undefined);
      if (table !== undefined) tables.set(table, { file, line: index + 1, message: `${table} is not in ${list.path}` });
    }
  }
  return [...tables].filter(([table]) => !isNamed(list.text, table)).map(([, finding]) => finding);
}

function isNamed(text: string, table: string): boolean {
  return text.includes(`table: '${table}'`) || new RegExp(`^  ${table}: `, 'm').test(text);
}

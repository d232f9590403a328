/**
 * Tables that migrations make and the list of personal data does not name (docs/account.md): somebody has to decide
 * what an export shows of them and what erasing an account does to them.
 * @param {import('./files.mjs').Source[]} migrations in their order
 * @param {import('./files.mjs').Source} list src/features/personal-data/server/personal-tables.ts
 * @returns {import('./files.mjs').Finding[]}
 */
export function undeclaredTables(migrations, list) {
  /** @type {Map<string, import('./files.mjs').Finding>} */
  const made = new Map();
  for (const { path: file, text } of migrations) {
    for (const [index, line] of text.split('\n').entries()) {
      const [, action, name, newName] =
        /^(CREATE(?: VIRTUAL)?|DROP|ALTER) TABLE (?:IF (?:NOT )?EXISTS )?(\w+)(?: RENAME TO (\w+))?/.exec(line) ?? [];
      if (name === undefined) continue;
      const finding = { file, line: index + 1, message: '' };
      if (action === 'DROP' || newName !== undefined) made.delete(name);
      const table = newName ?? (action?.startsWith('CREATE') ? name : undefined);
      if (table !== undefined) made.set(table, { ...finding, message: `${table} is not in ${list.path}` });
    }
  }
  return [...made].filter(([table]) => !isNamed(list.text, table)).map(([, finding]) => finding);
}

function isNamed(text, table) {
  return text.includes(`table: '${table}'`) || new RegExp(`^  ${table}: `, 'm').test(text);
}

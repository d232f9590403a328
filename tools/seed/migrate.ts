import { readdirSync, readFileSync } from 'node:fs';

/** Wrangler records applied migrations in this table; ours is the same, so that either tool can continue. */
const TRACK = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** Applies the migrations that the database lacks, in order, each in one transaction. Returns how many. */
export async function migrate(db: D1Database, folder = 'migrations'): Promise<number> {
  await db.prepare(TRACK).run();
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql') && !applied.has(file));
  for (const file of files.sort()) {
    const statements = splitStatements(readFileSync(`${folder}/${file}`, 'utf8'));
    await db.batch([
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(file),
    ]);
  }
  return files.length;
}

/** The statements of a migration. Ours end a line with their semicolon and hold no comment that does. */
function splitStatements(sql: string): string[] {
  return sql
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .filter((statement) => statement.trim() !== '');
}

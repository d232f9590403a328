/** All that a database holds, by table, but for what full-text search keeps beside its tables. */
export async function dumpTables(db: D1Database): Promise<Record<string, string[]>> {
  const { results } = await db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE '%search%'",
    )
    .all<{ name: string }>();
  const tables: Record<string, string[]> = {};
  for (const { name } of results) {
    const rows = await db.prepare(`SELECT * FROM "${name}"`).all();
    tables[name] = rows.results.map((row) => JSON.stringify(row));
  }
  return tables;
}

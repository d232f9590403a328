/** All that a database holds, by table, but for what full-text search keeps beside its tables. */
export async function dumpTables(db: D1Database): Promise<Record<string, string[]>> {
  const { results } = await db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE '%search%'",
    )
    .all<{ name: string }>();
  // One exchange with the database for all tables, and one moment of them.
  const all = await db.batch(results.map(({ name }) => db.prepare(`SELECT * FROM "${name}"`)));
  return Object.fromEntries(
    results.map(({ name }, at) => [name, (all[at]?.results ?? []).map((row) => JSON.stringify(row))]),
  );
}

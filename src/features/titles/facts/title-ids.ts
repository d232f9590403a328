/**
 * Numbers of titles, by who makes them: those of the demo catalogue have at most five digits, and an import gives them from
 * 1,000,000 on, below those of the desk. The documents of search have room for numbers below 2^28.
 */
export const FIRST_DESK_ID = 200_000_000;

const highest = (column: string, table: string) =>
  `coalesce((SELECT max(${column}) FROM ${table} WHERE ${column} >= ${String(FIRST_DESK_ID)}), 0)`;
/** SQL: the next number of the desk, after the highest that a title has or had. */
export const NEXT_DESK_ID = `max(${String(FIRST_DESK_ID - 1)}, ${highest('id', 'all_titles')}, ${highest('title_id', 'title_changes')}) + 1`;

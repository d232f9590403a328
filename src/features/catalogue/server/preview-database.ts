interface View {
  /** The title that is looked at. */
  id: number;
  /** Epoch seconds. */
  at: number;
  /** The number of the magazine that is looked at, or all of them: as if it and its drafts of issues were out. */
  magazine?: number | 'all' | undefined;
  /** The number of the live channel that is looked at. */
  channel?: number | undefined;
}

/**
 * The database as it would be at a second, if a title were out: `titles` in a reading statement is all that is shown, this
 * title with its series, and what comes out until then; `title_prices` has the prices that begin until then. Common tables hide those of the same names for one statement,
 * so nothing is written, and no other request sees it. The numbers are ours, never a text.
 */
export function openPreviewDatabase(binding: D1Database, view: View): D1Database {
  const tables = `titles AS NOT MATERIALIZED (${selectVisible(view)}),
    title_prices AS NOT MATERIALIZED (${selectPrices(view)})${view.magazine === undefined ? '' : addPrint(view.magazine)}${view.channel === undefined ? '' : addChannel(view.channel)}`;
  const wrap = <T extends object>(database: T): T =>
    new Proxy(database, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== 'function') return value;
        if (property === 'withSession') return (bookmark: string) => wrap(value.call(target, bookmark) as object);
        if (property === 'prepare') return (text: string) => value.call(target, addTables(text, tables)) as unknown;
        return value.bind(target) as unknown;
      },
    });
  return wrap(binding);
}

function addTables(text: string, tables: string): string {
  const [head, isRecursive] = /^\s*WITH\s+(RECURSIVE\s+)?/i.exec(text) ?? [];
  if (head !== undefined) return `WITH ${isRecursive ?? ''}${tables}, ${text.slice(head.length)}`;
  return /^\s*SELECT\b/i.test(text) ? `WITH ${tables} ${text}` : text;
}

/** `hidden` is 1 for a title itself and 2 for an episode by its series, as in migration 0050. */
function selectVisible({ id, at }: View): string {
  const series = `(SELECT series_id FROM all_titles WHERE id = ${String(id)})`;
  const isPlanned = (title: string) => `EXISTS (SELECT 1 FROM title_publications p WHERE p.title_id = ${title}
    AND p.withdrawn_at IS NULL AND p.published_at IS NULL AND p.starts_at <= ${String(at)})`;
  return `SELECT * FROM all_titles a WHERE a.hidden = 0 OR (
    (a.hidden & 1 = 0 OR a.id = ${String(id)} OR a.id = ${series} OR ${isPlanned('a.id')})
    AND (a.hidden & 2 = 0 OR a.series_id = ${String(id)} OR a.series_id = ${series} OR ${isPlanned('a.series_id')}))`;
}

/** Named with its schema, the table itself is meant. */
function selectPrices({ at }: View): string {
  const isNext = `n.withdrawn_at IS NULL AND n.began_at IS NULL AND n.starts_at <= ${String(at)}`;
  return `SELECT * FROM main.title_prices WHERE title_id NOT IN (SELECT n.title_id FROM title_price_plans n WHERE ${isNext})
    UNION ALL SELECT n.title_id, n.toman, n.sale, n.owned_hours,
      (SELECT p.episode_toman FROM main.title_prices p WHERE p.title_id = n.title_id)
    FROM title_price_plans n WHERE ${isNext} AND NOT EXISTS (SELECT 1 FROM title_price_plans l WHERE l.title_id = n.title_id
      AND l.withdrawn_at IS NULL AND l.starts_at > n.starts_at AND l.starts_at <= ${String(at)})`;
}

/** A magazine that was taken back is out for its own preview alone, and an issue that was taken back for none. */
function addPrint(magazine: number | 'all'): string {
  const isOut = magazine === 'all' ? `state = 'draft'` : `id = ${String(magazine)}`;
  const isIssueOut = `state = 'draft'${magazine === 'all' ? '' : ` AND magazine_id = ${String(magazine)}`}`;
  return `, magazines AS NOT MATERIALIZED (SELECT id, slug, title, title_en, kind, synopsis_fa, synopsis_en, art,
      iif(${isOut}, 'released', state) AS state FROM main.magazines),
    issues AS NOT MATERIALIZED (SELECT magazine_id, number, date, name_fa, name_en, art,
      iif(${isIssueOut}, 'released', state) AS state, starts_at FROM main.issues)`;
}

function addChannel(channel: number): string {
  return `, channels AS NOT MATERIALIZED (SELECT id, slug, name_fa, name_en, synopsis_fa, synopsis_en, art, stream_url,
      access, iif(id = ${String(channel)}, 'released', state) AS state FROM main.channels)`;
}

import { sql, type SQL } from 'drizzle-orm';
import type { SqlTime } from '../../../platform/db/client.ts';
import type { ReleaseState } from '../../../platform/kinds.ts';
import { TEHRAN_OFFSET_SECONDS } from '../../../platform/text/tehran-week.ts';

/** Released from midnight in Tehran of its day to the end of its last day, else by its stored state; only with media. */
export function selectRelease(now: SqlTime, name = 'titles'): SQL<ReleaseState> {
  return sql<ReleaseState>`CASE WHEN ${isReleased(now, name)} THEN 'released'
    WHEN ${column(name, 'release')} = 'presale' AND NOT ${hasBegun(now, name)} AND NOT ${hasEnded(now, name)} THEN 'presale' ELSE 'not_released' END`;
}

export function isReleased(now: SqlTime, name = 'titles'): SQL<boolean> {
  return sql<boolean>`(${isDue(now, name)} AND (${hasMedia(now, name)} OR ${hasDownloads(now, name)}))`;
}

export function isDownloadable(now: SqlTime, name = 'titles'): SQL<boolean> {
  return sql<boolean>`(${isDue(now, name)} AND ${hasDownloads(now, name)})`;
}

export function hasMedia(now: SqlTime, name = 'titles'): SQL<boolean> {
  return sql<boolean>`(${column(name, 'media')} IS NOT NULL OR ${column(name, 'kind')} = 'series' AND EXISTS (
    SELECT 1 FROM titles part WHERE part.series_id = ${column(name, 'id')} AND part.media IS NOT NULL
      AND ${hasBegun(now, 'part')} AND (NOT ${hasEnded(now, 'part')} OR ${hasEnded(now, name)})))`;
}

/** After the last day of a title that was out: it plays for nobody but those who bought it. */
export function isOver(now: SqlTime, name = 'titles'): SQL<boolean> {
  return sql<boolean>`(${hasBegun(now, name)} AND ${hasEnded(now, name)})`;
}

function hasDownloads(now: SqlTime, name: string): SQL<boolean> {
  return sql<boolean>`(EXISTS (SELECT 1 FROM downloads file WHERE file.title_id = ${column(name, 'id')})
    OR ${column(name, 'kind')} = 'series' AND EXISTS (SELECT 1 FROM titles part JOIN downloads file ON file.title_id = part.id
      WHERE part.series_id = ${column(name, 'id')} AND ${isDue(now, 'part')}))`;
}

function isDue(now: SqlTime, name: string): SQL<boolean> {
  return sql<boolean>`(${hasBegun(now, name)} AND NOT ${hasEnded(now, name)})`;
}

function hasBegun(now: SqlTime, name: string): SQL<boolean> {
  return sql<boolean>`coalesce(${column(name, 'release_date')} <= ${selectToday(now)}, ${column(name, 'release')} = 'released')`;
}

function hasEnded(now: SqlTime, name: string): SQL<boolean> {
  return sql<boolean>`coalesce(${column(name, 'available_until')} < ${selectToday(now)}, 0)`;
}

function selectToday(now: SqlTime): SQL {
  return sql`date(${now} + ${sql.raw(String(TEHRAN_OFFSET_SECONDS))}, 'unixepoch')`;
}

function column(name: string, of: string): SQL {
  return sql.raw(`${name}.${of}`);
}

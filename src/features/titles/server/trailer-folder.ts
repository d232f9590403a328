import { sql, type SQL } from 'drizzle-orm';

/**
 * The folder of a title's trailer, which is signed for anybody: null where a title (also a hidden one, or one that is not
 * out), a download or a programme has the folder, and for a name that reaches into another folder.
 */
export function selectTrailer(): SQL<string | null> {
  return sql<
    string | null
  >`CASE WHEN titles.trailer NOT GLOB '*[^A-Za-z0-9_-]*' AND NOT EXISTS (SELECT 1 FROM all_titles film WHERE film.media = titles.trailer)
    AND NOT EXISTS (SELECT 1 FROM downloads file
      WHERE file.file >= 'download/' || titles.trailer || '/' AND file.file < 'download/' || titles.trailer || '0')
    AND NOT EXISTS (SELECT 1 FROM programmes shown WHERE shown.media = titles.trailer) THEN titles.trailer END`;
}

import { sql, type SQL } from 'drizzle-orm';

/**
 * The key of the picture beside a link to a title, if an editor cut one: null where it was cut from another picture than
 * `picture`, the backdrop or poster that the title has.
 */
export const selectSocialPicture = (title: SQL, picture: SQL) => sql<string | null>`(SELECT c.key FROM social_pictures w
  JOIN picture_crops c ON c.key = w.picture WHERE w.title_id = ${title}
    AND c.source = coalesce((SELECT k.source FROM picture_crops k WHERE k.key = ${picture}), ${picture}))`;

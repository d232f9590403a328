import { asc, sql } from 'drizzle-orm';
import { PAGES } from '../../../platform/pages/find-page.ts';
import { paths } from '../../../platform/paths.ts';
import type { Database } from '../../../platform/db/client.ts';
import { categories, genres, lists } from '../../titles/server/schema.ts';
import { channels } from '../../live/server/schema.ts';
import { magazines } from '../../magazines/server/schema.ts';

/** Parts of one page each. Empty genres and lists are left out. */
export const SMALL_PARTS = {
  pages: () => Promise.resolve(Object.values(PAGES).flatMap(({ sitemap }) => sitemap)),
  genres: async (db: Database) => {
    const filled = sql`EXISTS (SELECT 1 FROM title_facets WHERE facet = ${genres.key})`;
    const rows = await db.select({ key: genres.key }).from(genres).where(filled).orderBy(asc(genres.position));
    return rows.map(({ key }) => paths.genre(key));
  },
  lists: async (db: Database) => {
    const filled = sql`EXISTS (SELECT 1 FROM list_titles JOIN titles ON titles.id = list_titles.title_id WHERE list = ${lists.key})`;
    const rows = await db.select({ key: lists.key }).from(lists).where(filled).orderBy(asc(lists.position));
    return rows.map(({ key }) => paths.list(key));
  },
  categories: async (db: Database) => {
    const rows = await db.select({ slug: categories.slug }).from(categories).orderBy(asc(categories.position));
    return rows.map(({ slug }) => paths.category(slug));
  },
  channels: async (db: Database) => {
    const [live, printed] = await db.batch([
      db.select({ slug: channels.slug }).from(channels).orderBy(asc(channels.id)),
      db.select({ slug: magazines.slug }).from(magazines).orderBy(asc(magazines.id)),
    ]);
    return [...live.map(({ slug }) => paths.liveChannel(slug)), ...printed.map(({ slug }) => paths.channel(slug))];
  },
};

export type SmallPart = keyof typeof SMALL_PARTS;

export function isSmallPart(name: string): name is SmallPart {
  return Object.hasOwn(SMALL_PARTS, name);
}

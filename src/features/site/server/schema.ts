import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Tables for Drizzle's types; migrations/ makes them. Times are epoch seconds; money is integer toman. */

/** One row a setting of the site that is data rather than configuration: `app_details` as JSON. */
export const settings = sqliteTable('settings', { key: text('key').primaryKey(), value: text('value').notNull() });

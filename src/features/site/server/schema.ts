import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Site data that is not configuration: `app_details` as JSON. */
export const settings = sqliteTable('settings', { key: text('key').primaryKey(), value: text('value').notNull() });

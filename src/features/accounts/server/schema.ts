import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { referrerColumn } from '../../../platform/db/referrer-column.ts';
import { SUBTITLE_BACKGROUNDS, SUBTITLE_COLOURS, SUBTITLE_SIZES } from '../preferences.ts';

/** Tables for Drizzle's types; migrations/ makes them. Times are epoch seconds; money is integer toman. */

export const users = sqliteTable('users', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  mobile: text('mobile').notNull().unique(),
  /** Epoch seconds; 0 for never subscribed. */
  subscribedUntil: integer('subscribed_until').notNull(),
  ref: referrerColumn('ref').notNull(),
  createdAt: integer('created_at').notNull(),
  name: text('name').notNull().default(''),
  /** Null: a living account. */
  cancelledAt: integer('cancelled_at'),
  eraseAt: integer('erase_at'),
});

/** Tokens are stored as SHA-256 only. */
export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** As the browser names itself and its system; '' where it does not. */
    browser: text('browser').notNull().default(''),
    system: text('system').notNull().default(''),
    /** The last day of use. */
    usedAt: integer('used_at').notNull().default(0),
    /** When a code was last confirmed on this session, its login included. */
    steppedUpAt: integer('stepped_up_at').notNull().default(0),
    /** It began on a browser and system that the account had not been used on before. */
    isNewDevice: integer('is_new_device', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [index('sessions_user').on(t.userId, t.expiresAt)],
);

/** The login codes that a mobile may use now, by who asked. `triesLeft` is taken before a guess is compared. */
export const loginCodes = sqliteTable(
  'login_codes',
  {
    mobile: text('mobile').notNull(),
    asker: text('asker').notNull(),
    codeHash: text('code_hash').notNull(),
    /** Null: not counted here. */
    triesLeft: integer('tries_left'),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.mobile, t.asker] })],
);

/** Where somebody has signed in with a mobile, by the hash of the asker. */
export const loginDevices = sqliteTable(
  'login_devices',
  {
    mobile: text('mobile').notNull(),
    asker: text('asker').notNull(),
    seenAt: integer('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.mobile, t.asker] })],
);

export const userSettings = sqliteTable('user_settings', {
  userId: integer('user_id').primaryKey(),
  autoplay: integer('autoplay', { mode: 'boolean' }).notNull(),
  dataSaver: integer('data_saver', { mode: 'boolean' }).notNull(),
  subtitleSize: text('subtitle_size', { enum: SUBTITLE_SIZES }).notNull(),
  subtitleColour: text('subtitle_colour', { enum: SUBTITLE_COLOURS }).notNull(),
  subtitleBackground: text('subtitle_background', { enum: SUBTITLE_BACKGROUNDS }).notNull(),
});

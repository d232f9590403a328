import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { referrerColumn } from '../../../platform/db/referrer-column.ts';
import { SUBTITLE_BACKGROUNDS, SUBTITLE_COLOURS, SUBTITLE_SIZES } from '../preferences.ts';

/** Tables for Drizzle's types; migrations/ creates them. Times are epoch seconds, money is integer toman. */

export const users = sqliteTable('users', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  mobile: text('mobile').notNull().unique(),
  subscribedUntil: integer('subscribed_until').notNull(), // 0 for never subscribed
  pausedUntil: integer('paused_until').notNull().default(0),
  ref: referrerColumn('ref').notNull(),
  createdAt: integer('created_at').notNull(),
  name: text('name').notNull().default(''),
  commentName: text('comment_name'), // Null until its owner was asked
  cancelledAt: integer('cancelled_at'), // Null for an active account
  eraseAt: integer('erase_at'),
  blockedAt: integer('blocked_at'), // Null unless a block holds
});

/** Tokens are stored as SHA-256 only. */
export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    browser: text('browser').notNull().default(''), // '' if unknown
    system: text('system').notNull().default(''),
    usedAt: integer('used_at').notNull().default(0), // Precise to the day
    /** The last confirmed code on this session, its login included. */
    steppedUpAt: integer('stepped_up_at').notNull().default(0),
    /** The account was not used on such a browser and system before. */
    isNewDevice: integer('is_new_device', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [index('sessions_user').on(t.userId, t.expiresAt)],
);

/** A version of the terms for each account that accepted it; 0 is the built-in one. */
export const termsAcceptances = sqliteTable(
  'terms_acceptances',
  {
    userId: integer('user_id').notNull(),
    version: integer('version').notNull(),
    acceptedAt: integer('accepted_at').notNull(),
    asked: integer('asked').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.version] })],
);

/** One code per mobile and requester. `triesLeft` is decremented before a guess is compared. */
export const loginCodes = sqliteTable(
  'login_codes',
  {
    mobile: text('mobile').notNull(),
    requester: text('asker').notNull(),
    codeHash: text('code_hash').notNull(),
    triesLeft: integer('tries_left'), // Null: no limit here
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.mobile, t.requester] })],
);

/** Known devices: `requester` is a hash. */
export const loginDevices = sqliteTable(
  'login_devices',
  {
    mobile: text('mobile').notNull(),
    requester: text('asker').notNull(),
    seenAt: integer('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.mobile, t.requester] })],
);

export const userSettings = sqliteTable('user_settings', {
  userId: integer('user_id').primaryKey(),
  autoplay: integer('autoplay', { mode: 'boolean' }).notNull(),
  dataSaver: integer('data_saver', { mode: 'boolean' }).notNull(),
  subtitleSize: text('subtitle_size', { enum: SUBTITLE_SIZES }).notNull(),
  subtitleColour: text('subtitle_colour', { enum: SUBTITLE_COLOURS }).notNull(),
  subtitleBackground: text('subtitle_background', { enum: SUBTITLE_BACKGROUNDS }).notNull(),
});

import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { COMMENT_STATES, REPORT_REASONS } from '../comments.ts';

/** Migration 0033. Times are epoch seconds; `at` is seconds of the title. */

export const comments = sqliteTable(
  'comments',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    titleId: integer('title_id').notNull(),
    userId: integer('user_id').notNull(),
    parentId: integer('parent_id'),
    text: text('text').notNull(),
    at: integer('at'),
    state: text('state', { enum: COMMENT_STATES }).notNull(),
    heldFor: text('held_for').notNull().default(''),
    removedBy: text('removed_by', { enum: ['', 'author', 'operator', 'account'] })
      .notNull()
      .default(''),
    likes: integer('likes').notNull().default(0),
    reports: integer('reports').notNull().default(0),
    replies: integer('replies').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    reviewedAt: integer('reviewed_at'),
    reviewedBy: text('reviewed_by').notNull().default(''),
  },
  (t) => [
    index('comments_roots')
      .on(t.titleId, t.id)
      .where(sql`parent_id IS NULL`),
    index('comments_replies')
      .on(t.parentId, t.id)
      .where(sql`parent_id IS NOT NULL`),
    index('comments_user').on(t.userId, t.createdAt),
    index('comments_state').on(t.state, t.id),
    index('comments_reported')
      .on(t.id)
      .where(sql`reports > 0`),
  ],
);

const byUser = { commentId: integer('comment_id').notNull(), userId: integer('user_id').notNull() };

export const commentLikes = sqliteTable(
  'comment_likes',
  { ...byUser, createdAt: integer('created_at').notNull() },
  (t) => [primaryKey({ columns: [t.commentId, t.userId] }), index('comment_likes_user').on(t.userId)],
);

export const commentReports = sqliteTable(
  'comment_reports',
  { ...byUser, reason: text('reason', { enum: REPORT_REASONS }).notNull(), createdAt: integer('created_at').notNull() },
  (t) => [primaryKey({ columns: [t.commentId, t.userId] }), index('comment_reports_user').on(t.userId)],
);

export const ratings = sqliteTable(
  'ratings',
  {
    titleId: integer('title_id').notNull(),
    userId: integer('user_id').notNull(),
    stars: integer('stars').notNull(),
    ratedAt: integer('rated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.titleId, t.userId] }), index('ratings_user').on(t.userId)],
);

/** Kept by triggers. */
export const titleFeedback = sqliteTable('title_feedback', {
  titleId: integer('title_id').primaryKey(),
  comments: integer('comments').notNull().default(0),
  votes: integer('votes').notNull().default(0),
  stars: integer('stars').notNull().default(0),
});

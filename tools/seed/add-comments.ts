import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const id = v.pipe(v.number(), v.integer());
const writer = id;
const text = v.pipe(v.string(), v.nonEmpty());
const schema = v.strictObject({
  /** Names; a comment names its writer by its place here. */
  writers: v.array(v.string()),
  titles: v.array(
    v.strictObject({
      id,
      /** One of each writer, in their order. */
      stars: v.array(v.picklist([1, 2, 3, 4, 5])),
      comments: v.array(
        v.strictObject({
          writer,
          text,
          at: v.optional(id),
          likes: v.optional(v.array(writer), []),
          replies: v.optional(v.array(v.strictObject({ writer, text })), []),
        }),
      ),
    }),
  ),
});

/** Demo writers have no mobile number, so nobody can sign in as one. */
const getWriterMobile = (at: number) => `demo-writer-${String(at)}`;
const FIRST_AT = Date.parse('2026-10-12T18:20:00Z') / 1000;
const STEP_SECONDS = 31 * 60 * 60;

/** Adds the demo's comments and ratings (seed/comments.json) to a database that has none of them yet. */
export async function addComments(db: D1Database): Promise<void> {
  const { writers, titles } = v.parse(schema, JSON.parse(readFileSync('seed/comments.json', 'utf8')));
  const writer = await db.prepare("SELECT 1 FROM users WHERE mobile LIKE 'demo-writer-%' LIMIT 1").first();
  if (writer !== null) return;
  const user = '(SELECT id FROM users WHERE mobile = ?)';
  const statements = writers.map((name, at) =>
    db
      .prepare('INSERT INTO users (mobile, subscribed_until, ref, created_at, comment_name) VALUES (?, 0, 4, ?, ?)')
      .bind(getWriterMobile(at), FIRST_AT, name),
  );
  let when = FIRST_AT;
  const add = (
    title: number,
    comment: { writer: number; text: string; at?: number | undefined },
    parent: string | null,
  ) => {
    when += STEP_SECONDS;
    statements.push(
      db
        .prepare(
          `INSERT INTO comments (name, title_id, user_id, parent_id, text, at, state, created_at)
            VALUES (?, ?, ${user}, (SELECT id FROM comments WHERE title_id = ? AND text = ?), ?, ?, 'shown', ?)`,
        )
        .bind(
          writers[comment.writer] ?? '',
          title,
          getWriterMobile(comment.writer),
          title,
          parent,
          comment.text,
          comment.at ?? null,
          when,
        ),
    );
  };
  for (const title of titles) {
    title.stars.forEach((stars, at) => {
      statements.push(
        db.prepare(`INSERT INTO ratings VALUES (?, ${user}, ?, ?)`).bind(title.id, getWriterMobile(at), stars, when),
      );
    });
    for (const comment of title.comments) {
      add(title.id, comment, null);
      for (const like of comment.likes) {
        const liked = 'SELECT id FROM comments WHERE title_id = ? AND text = ?';
        statements.push(
          db
            .prepare(`INSERT INTO comment_likes VALUES ((${liked}), ${user}, ?)`)
            .bind(title.id, comment.text, getWriterMobile(like), when),
        );
      }
      for (const reply of comment.replies) add(title.id, { ...reply, at: comment.at }, comment.text);
    }
  }
  await db.batch(statements);
}

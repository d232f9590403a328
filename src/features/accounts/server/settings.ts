import { eq, sql } from 'drizzle-orm';
import type { getSettings as getCall, saveSettings as saveCall, Settings } from '../contract/account.ts';
import { ok } from '../../../platform/outcome.ts';
import { batch } from '../../../platform/db/batch.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import { DEFAULT_PREFERENCES } from '../preferences.ts';
import type { Database } from '../../../platform/db/client.ts';
import { storeWords } from './name-words.ts';
import { userSettings } from './schema.ts';
import { users } from './schema.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { requireUser } from './require-user.ts';

export const getSettings: Service<typeof getCall> = async (context) =>
  ok({ data: await readSettings(context.db, requireUser(context).id) });

/** Changes only the given columns, so two tabs that save at once keep both. */
export const saveSettings: Service<typeof saveCall> = async (
  context,
  { name, comment_name: commentName, ...preferences },
) => {
  const { db } = context;
  const { id } = requireUser(context);
  const change = toColumns(preferences);
  await db.batch([
    db
      .insert(userSettings)
      .values({ userId: id, ...toColumns(DEFAULT_PREFERENCES), ...change })
      // SET needs at least one column.
      .onConflictDoUpdate({ target: userSettings.userId, set: { userId: id, ...change } }),
    ...(name === undefined ? [] : [db.update(users).set({ name }).where(eq(users.id, id))]),
    // An empty field of somebody who was never asked leaves it so.
    ...(commentName === undefined
      ? []
      : [
          db
            .update(users)
            .set({ commentName: sql`iif(${commentName} = '' AND ${users.commentName} IS NULL, NULL, ${commentName})` })
            .where(eq(users.id, id)),
        ]),
  ]);
  // Where this fails, the name waits for the schedule.
  if (name !== undefined)
    await batch(db, storeWords([{ id, name }])).catch((error: unknown) => {
      console.error(`name words: ${describeError(error)}`);
    });
  return ok({ data: await readSettings(db, id) });
};

async function readSettings(db: Database, userId: number): Promise<Settings> {
  const [row] = await db
    .select({ name: users.name, commentName: users.commentName, kept: userSettings })
    .from(users)
    .leftJoin(userSettings, eq(userSettings.userId, users.id))
    .where(eq(users.id, userId));
  const settings = row?.kept;
  return {
    name: row?.name ?? '',
    comment_name: row?.commentName ?? '',
    ...(settings
      ? {
          autoplay: settings.autoplay,
          data_saver: settings.dataSaver,
          subtitle_size: settings.subtitleSize,
          subtitle_colour: settings.subtitleColour,
          subtitle_background: settings.subtitleBackground,
        }
      : DEFAULT_PREFERENCES),
  };
}

type Row = Omit<typeof userSettings.$inferInsert, 'userId'>;
type GivenPreferences = { [K in Exclude<keyof Settings, 'name' | 'comment_name'>]?: Settings[K] | undefined };

function toColumns(preferences: typeof DEFAULT_PREFERENCES): Row;
function toColumns(preferences: GivenPreferences): Partial<Row>;
function toColumns(preferences: GivenPreferences): Partial<Row> {
  return {
    ...(preferences.autoplay !== undefined && { autoplay: preferences.autoplay }),
    ...(preferences.data_saver !== undefined && { dataSaver: preferences.data_saver }),
    ...(preferences.subtitle_size !== undefined && { subtitleSize: preferences.subtitle_size }),
    ...(preferences.subtitle_colour !== undefined && { subtitleColour: preferences.subtitle_colour }),
    ...(preferences.subtitle_background !== undefined && { subtitleBackground: preferences.subtitle_background }),
  };
}

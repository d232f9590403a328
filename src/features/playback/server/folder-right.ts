import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Env } from '../../../platform/config/env.ts';
import { openDatabase } from '../../../platform/db/client.ts';
import { SharedValues } from '../../../platform/http/cache/shared-values.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import { REMEMBER_SECONDS } from '../../streams/config.ts';
import { admitStream } from '../../streams/server/admit.ts';
import { getDefaultLimit } from '../../streams/server/lease.ts';

const MAX_ENTRIES = 5000;
/** By the folder: true if it may be played. */
const shared = new SharedValues<string, boolean>(MAX_ENTRIES);

/** A stream's lease asks for its title; an address without a stream is asked for its folder. Null: it may play. */
export async function admitMedia(
  env: Env,
  request: Request,
  { stream, folder }: { stream: string | null; folder: string },
): Promise<ErrorCode | null> {
  return stream === null || getDefaultLimit(env) === 0 ? admitFolder(env, folder) : admitStream(env, request, stream);
}

/**
 * `media_key_refused` for the folder of hidden titles and channels alone, remembered for 20 seconds. The film of a title that got
 * another file plays to the end of its address. While the database is away, a folder is what it was, else open.
 */
export async function admitFolder(env: Env, folder: string): Promise<ErrorCode | null> {
  const isOpen = await shared.read(folder, async (last) => ({
    value: await readFolder(env, folder, last ?? true),
    keepMs: REMEMBER_SECONDS * 1000,
  }));
  return isOpen ? null : 'media_key_refused';
}

async function readFolder(env: Env, folder: string, last: boolean): Promise<boolean> {
  try {
    const rows = v.parse(v.array(row), await openDatabase(env.DB).all(selectIsOpen(folder)));
    return rows[0]?.isOpen !== 0;
  } catch (error) {
    console.error(`the titles of a folder could not be read: ${describeError(error)}`);
    return last;
  }
}

/** A film's folder is never one of a trailer (`selectTrailer`). Folders of no title and no programme are open, such as the slate. */
export const selectIsOpen = (folder: string) =>
  sql`SELECT EXISTS (SELECT 1 FROM titles WHERE media = ${folder})
    OR EXISTS (SELECT 1 FROM programmes p JOIN channels c ON c.id = p.channel_id
      WHERE p.media = ${folder} AND c.state = 'released'
        AND NOT EXISTS (SELECT 1 FROM all_titles t WHERE t.id = p.title_id AND t.hidden <> 0))
    OR NOT EXISTS (SELECT 1 FROM all_titles WHERE media = ${folder})
      AND NOT EXISTS (SELECT 1 FROM programmes WHERE media = ${folder})
      AND (EXISTS (SELECT 1 FROM titles WHERE trailer = ${folder})
        OR NOT EXISTS (SELECT 1 FROM all_titles WHERE trailer = ${folder})) AS "isOpen"`;

const row = v.object({ isOpen: v.number() });

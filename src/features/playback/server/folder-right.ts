import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Env } from '../../../platform/config/env.ts';
import { openDatabase } from '../../../platform/db/client.ts';
import { readPlace } from '../../../platform/http/address/place.ts';
import { SharedValues } from '../../../platform/http/cache/shared-values.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import { isInArea } from '../../entitlement/area.ts';
import { REMEMBER_SECONDS } from '../../streams/config.ts';
import { admitStream } from '../../streams/server/admit.ts';
import { getDefaultLimit } from '../../streams/server/lease.ts';

const MAX_ENTRIES = 5000;
/** By the folder. */
const shared = new SharedValues<string, FolderState>(MAX_ENTRIES);

/** A stream's lease asks for its title; an address without a stream is asked for its folder. Null: it may play. */
export async function admitMedia(
  env: Env,
  request: Request,
  { stream, folder }: { stream: string | null; folder: string },
): Promise<ErrorCode | null> {
  return stream === null || getDefaultLimit(env) === 0
    ? admitFolder(env, request, folder)
    : admitStream(env, request, stream);
}

/**
 * `media_key_refused` for the folder of hidden titles and channels alone, `outside_area` where the request is outside of
 * all titles of the folder; remembered for 20 seconds. The film of a title that got
 * another file plays to the end of its address. While the database is away, a folder is what it was, else open.
 */
export async function admitFolder(env: Env, request: Request, folder: string): Promise<ErrorCode | null> {
  const {
    isOpen,
    areas: filmAreas,
    airedAreas,
  } = await shared.read(folder, async (last) => ({
    value: await readFolder(env, folder, last ?? { isOpen: 1, areas: [], airedAreas: [] }),
    keepMs: REMEMBER_SECONDS * 1000,
  }));
  if (isOpen === 0) return 'media_key_refused';
  const folderAreas = [...filmAreas, ...airedAreas];
  if (folderAreas.length === 0) return null;
  const place = readPlace(request, env);
  return folderAreas.some((area) => isInArea(area, place)) ? null : 'outside_area';
}

async function readFolder(env: Env, folder: string, last: FolderState): Promise<FolderState> {
  try {
    const rows = v.parse(v.tuple([row]), await openDatabase(env.DB).all(selectIsOpen(folder)));
    return rows[0];
  } catch (error) {
    console.error(`the titles of a folder could not be read: ${describeError(error)}`);
    return last;
  }
}

const selectAreas = sql`json_group_array(json_object(
  'available_countries', t.available_countries, 'available_networks', t.available_networks))`;
/** A film's folder is never one of a trailer (`selectTrailer`). Folders of no title and no programme are open, such as the slate. */
export const selectIsOpen = (folder: string) =>
  sql`SELECT EXISTS (SELECT 1 FROM titles WHERE media = ${folder})
    OR EXISTS (SELECT 1 FROM programmes p JOIN channels c ON c.id = p.channel_id
      WHERE p.media = ${folder} AND c.state = 'released'
        AND NOT EXISTS (SELECT 1 FROM all_titles t WHERE t.id = p.title_id AND t.hidden <> 0))
    OR NOT EXISTS (SELECT 1 FROM all_titles WHERE media = ${folder})
      AND NOT EXISTS (SELECT 1 FROM programmes WHERE media = ${folder})
      AND (EXISTS (SELECT 1 FROM titles WHERE trailer = ${folder})
        OR NOT EXISTS (SELECT 1 FROM all_titles WHERE trailer = ${folder})) AS "isOpen",
    (SELECT ${selectAreas} FROM titles t WHERE t.media = ${folder}) AS areas,
    (SELECT ${selectAreas} FROM programmes p JOIN titles t ON t.id = p.title_id WHERE p.media = ${folder}) AS "airedAreas"`;

const limit = v.nullable(v.string());
const area = v.object({ available_countries: limit, available_networks: limit });
const areas = v.pipe(v.string(), v.parseJson(), v.array(area));
const row = v.object({ isOpen: v.number(), areas, airedAreas: areas });
type FolderState = v.InferOutput<typeof row>;

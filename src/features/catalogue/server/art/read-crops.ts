import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../../../platform/db/client.ts';

const cropRow = v.object({
  key: v.string(),
  source: v.string(),
  crop: v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() }),
  ),
});
type StoredCrop = v.InferOutput<typeof cropRow>;

export async function readCrops(db: Database, keys: readonly (string | null)[]): Promise<Map<string, StoredCrop>> {
  const rows =
    await db.all(sql`SELECT key, source, json_object('x', x, 'y', y, 'width', width, 'height', height) AS crop
    FROM picture_crops WHERE key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`);
  return new Map(v.parse(v.array(cropRow), rows).map((row) => [row.key, row]));
}

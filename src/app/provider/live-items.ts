import type { Env } from '../../platform/config/env.ts';
import type { LiveNow } from '../../features/live/contract.ts';
import { readPicture } from './pictures.ts';
import { readFields, readId, readList, readText } from './read.ts';
import { toKey } from './titles.ts';

export function readLiveItems(env: Env, value: unknown): LiveNow[] {
  const items = Array.isArray(value) ? readList(value) : [value];
  return items.flatMap((item): LiveNow[] => {
    const fields = readFields(item);
    const id = readId(fields, 'id', 'channel_id');
    const nameFa = readText(fields, 'name_fa', 'persian_name', 'title', 'name');
    if (id === null || nameFa === null) return [];
    const now = readText(fields, 'now_fa') ?? '';
    return [
      {
        id,
        slug: toKey(readText(fields, 'slug', 'key')) ?? String(id),
        name_fa: nameFa,
        name_en: readText(fields, 'name_en', 'english_name') ?? nameFa,
        art: readPicture(env, fields),
        now_fa: now,
        now_en: readText(fields, 'now_en') ?? now,
        ends_at: 0,
      },
    ];
  });
}

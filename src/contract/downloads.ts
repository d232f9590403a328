import * as v from 'valibot';
import { TITLE_KINDS } from '../domain/kinds.ts';
import { defineCall } from './call.ts';
import { empty } from './shapes.ts';

/** A download that somebody bought: `id` is the `itemid` of the cart, `size` in bytes, times in epoch seconds. */
const owned = v.object({
  id: v.number(),
  name_fa: v.string(),
  name_en: v.string(),
  quality: v.string(),
  size: v.number(),
  subtitles: v.array(v.string()),
  /** The file; null while there is none. */
  url: v.nullable(v.string()),
  title: v.object({ kind: v.picklist(TITLE_KINDS), id: v.number() }),
  bought_at: v.number(),
});
export type OwnedDownload = v.InferOutput<typeof owned>;

export const listDownloads = defineCall({
  name: 'listDownloads',
  method: 'GET',
  path: '/downloads',
  summary: 'The downloads that the signed-in user owns, the newest first.',
  auth: true,
  input: empty,
  output: v.object({ data: v.array(owned) }),
});

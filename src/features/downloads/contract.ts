import * as v from 'valibot';
import { TITLE_KINDS } from '../../platform/kinds.ts';
import { defineCall } from '../../platform/http/call.ts';
import { empty, idInput } from '../titles/contract/shapes.ts';

/** One quality of a title: `size` in bytes, `amount` what it costs this viewer in toman before VAT. */
export const download = v.object({
  id: v.number(),
  name: v.string(),
  quality: v.string(),
  size: v.number(),
  amount: v.number(),
  /** Whether the viewer has bought it. */
  owned: v.boolean(),
  /** Languages of the subtitles in the file. */
  subtitles: v.array(v.string()),
  /** Where this viewer downloads it; null until they may. */
  url: v.nullable(v.string()),
  /** The film or episode that it is a download of. */
  title: v.object({ kind: v.picklist(TITLE_KINDS), id: v.number() }),
});
export type Download = v.InferOutput<typeof download>;

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

export const getDownloadLink = defineCall({
  name: 'getDownloadLink',
  method: 'GET',
  path: '/downloads/:id/link',
  summary: 'A fresh address of a download: the same file with the same tag, for Range with If-Range.',
  auth: true,
  input: v.object({ id: idInput }),
  /** `expires_at` in epoch seconds. */
  output: v.object({ data: v.object({ url: v.string(), expires_at: v.number() }) }),
});

import * as v from 'valibot';
import { TITLE_KINDS } from '../../platform/kinds.ts';
import { defineCall } from '../../platform/http/calls/call.ts';
import { empty, idInput } from '../titles/contract/shapes.ts';

/** Of the film as it plays now, as SRT. */
const subtitleFiles = v.array(v.object({ lang: v.string(), url: v.string() }));

/** The viewer is outside of the title's countries or networks; such a download has no address. */
const is_outside = v.optional(v.boolean());

/** `size` in bytes; `amount` in toman before VAT for this viewer. */
export const download = v.object({
  id: v.number(),
  name: v.string(),
  quality: v.string(),
  size: v.number(),
  amount: v.number(),
  owned: v.boolean(),
  /** In the file itself. */
  subtitles: v.array(v.string()),
  subtitle_files: subtitleFiles,
  /** Null until this viewer may download it. */
  url: v.nullable(v.string()),
  is_outside,
  title: v.object({ kind: v.picklist(TITLE_KINDS), id: v.number() }),
});
export type Download = v.InferOutput<typeof download>;

/** `id`: the basket's `itemid`. `size` in bytes; epoch seconds. */
const owned = v.object({
  id: v.number(),
  name_fa: v.string(),
  name_en: v.string(),
  quality: v.string(),
  size: v.number(),
  subtitles: v.array(v.string()),
  subtitle_files: subtitleFiles,
  url: v.nullable(v.string()),
  is_outside,
  title: v.object({ kind: v.picklist(TITLE_KINDS), id: v.number() }),
  bought_at: v.number(),
});
export type OwnedDownload = v.InferOutput<typeof owned>;

export const listDownloads = defineCall({
  name: 'listDownloads',
  method: 'GET',
  path: '/downloads',
  summary: 'The downloads that the signed-in user owns, the newest first.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: empty,
  output: v.object({ data: v.array(owned) }),
});

export const getDownloadLink = defineCall({
  name: 'getDownloadLink',
  method: 'GET',
  path: '/downloads/:id/link',
  summary: 'A fresh address of a download: the same file with the same tag, for Range with If-Range.',
  access: { caller: 'user', session: 'current', kids: 'refused', address: 'optional', cookie: 'none' },
  input: v.object({ id: idInput }),
  output: v.object({ data: v.object({ url: v.string(), expires_at: v.number() }) }),
});

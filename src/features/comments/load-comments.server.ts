import type { APIContext } from 'astro';
import { limitValidUntil } from '../../platform/http/cache/mark-valid-until.ts';
import { COMMENTS_KEPT_SECONDS } from './config.ts';
import { listComments, type CommentList } from './contract.ts';

type Page = Pick<APIContext, 'locals'> & { response: { headers: Headers } };

/** The shared page's newest comments, without the text of pinned ones. Null if there are none or loading fails. */
export async function loadComments({ locals, response }: Page, titleId: number): Promise<CommentList | null> {
  if (!locals.comments) return null;
  const result = await locals.api(listComments, { id: titleId });
  if (!result.ok) return null;
  const list = result.value;
  if (list.data.length > 0) limitValidUntil(response.headers, Math.floor(Date.now() / 1000) + COMMENTS_KEPT_SECONDS);
  return list;
}

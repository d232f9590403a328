import { listComments } from './contract.ts';
import { failPage } from '../../platform/http/pages/fail-page.ts';
import type { PageContext } from '../../platform/http/pages/page-context.ts';
import { sessionOver } from '../../platform/http/session/session-over.ts';
import { readPathId } from '../../platform/path-id.ts';
import { paths } from '../../platform/paths.ts';
import { isMissing } from '../titles/load-title.server.ts';
import { handleCommentForm, readChange, readView } from './comments-form.server.ts';

export type CommentsPageData = Exclude<Awaited<ReturnType<typeof loadCommentsPage>>, Response>;

export async function loadCommentsPage(page: PageContext) {
  const { locals, params, request, response, url } = page;
  const pathId = readPathId(params['id'] ?? '');
  if (!locals.comments || pathId === null) return page.rewrite('/404');
  const { id } = pathId;
  if (!pathId.exact) return page.redirect(paths.comments(id), 301);
  const view = readView(url);
  const formError = request.method === 'POST' ? await handleCommentForm(page, id) : null;
  if (formError instanceof Response) return formError;
  const result = await locals.api(listComments, { id, ...view });
  if (!result.ok && result.error.status === 401) return sessionOver(page);
  if (!result.ok && isMissing(result.error)) return page.rewrite('/404');
  if (formError) response.status = formError.status;
  else if (!result.ok) failPage(page, result.error);
  return { id, view, formError, change: readChange(url), list: result.ok ? result.value : null };
}

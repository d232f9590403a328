import * as calls from '../contract.ts';
import { serve, type Api, type Service } from '../../../platform/http/calls/serve.ts';
import { listDownloads } from './owned.ts';
import type { getDownloadLink as call } from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { isInArea } from '../../entitlement/area.ts';
import { findDownload, isEntitled } from './entitled.ts';
import { createDownloadLink } from './link.ts';

const getDownloadLink: Service<typeof call> = async (context, { id }) => {
  const user = requireUser(context).id;
  const row = await findDownload(context.db, { user, id }, context.now);
  if (!row) return fail('not_found');
  if (!isEntitled(row, user, context)) return fail('download_not_allowed');
  if (!isInArea(row, context)) return fail('outside_area');
  const link = await createDownloadLink(context, row);
  if (link === null) return fail(row.file === null ? 'not_found' : 'media_unavailable');
  return ok({ data: { url: link.url, expires_at: link.expires } });
};

export function mountDownloads(app: Api): void {
  serve(app, calls.listDownloads, listDownloads);
  serve(app, calls.getDownloadLink, getDownloadLink);
}

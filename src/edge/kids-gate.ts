import type { Env } from '../platform/config/env.ts';
import { KIDS_HEADER } from '../platform/http/session/kids.ts';
import { findPage } from '../platform/pages/find-page.ts';
import { paths } from '../platform/paths.ts';
import { readKids, kidsText, type KidsState } from '../platform/http/session/kids-cookie.ts';

export function kidsRedirect(kids: KidsState | null, pathname: string): Response | null {
  if (!kids?.on || findPage(pathname).kids === 'open') return null;
  return new Response(null, { status: 303, headers: { location: paths.kids(), 'cache-control': 'private, no-store' } });
}

/** The kids header comes from the signed cookie alone, never from the request. */
export async function withKids(request: Request, env: Env): Promise<{ headers: Headers; kids: KidsState | null }> {
  const kids = await readKids(request, env);
  const headers = new Headers(request.headers);
  headers.delete(KIDS_HEADER);
  if (kids) headers.set(KIDS_HEADER, kidsText(kids));
  return { headers, kids };
}

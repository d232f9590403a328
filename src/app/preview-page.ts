import { eq } from 'drizzle-orm';
import type { Env } from '../platform/config/env.ts';
import { LOCALE_HEADER, VALID_UNTIL_HEADER } from '../platform/config/session.ts';
import { openPreviewDatabase } from '../features/catalogue/server/preview-database.ts';
import { magazines } from '../features/magazines/server/schema.ts';
import { findCaller } from '../features/staff/server/find-operator.ts';
import { readBrand } from '../features/site/brand-address.ts';
import { beginAct, endAct } from '../features/staff/server/trail.ts';
import { THEMES } from '../features/site/brand-rules.ts';
import type { Brand } from '../platform/config/brand.ts';
import { withMarks } from '../edge/visitor-marks.ts';
import type { ApiFetch } from '../platform/http/calls/api-base.ts';
import type { RequestContext } from '../platform/http/calls/context.ts';
import { takeBudget } from '../platform/http/limits/rate-limit.ts';
import { putEnv } from '../platform/http/limits/query-count.ts';
import { putPreview } from '../platform/http/pages/preview.ts';
import type { Permission } from '../platform/http/calls/permissions.ts';
import { findPage } from '../platform/pages/find-page.ts';
import { paths } from '../platform/paths.ts';
import { KIDS_HEADER } from '../platform/http/session/kids.ts';
import { SHARED_KIDS } from '../platform/http/session/kids-cookie.ts';
import { readVisitor } from '../platform/http/session/visitor.ts';
import { VARIANT_NAMES } from '../platform/config/variants.ts';
import { systemClock } from '../platform/http/clock.ts';
import { requestContext } from './request-context.ts';

/** Epoch seconds until the year 2286. */
const PREVIEW = /^(now|\d{9,10})$/;
const TITLE_PATH = /^\/(?:movie|series|episode|video)\/([1-9]\d{0,8})$/;
const FRONT_PATHS = [
  [/^\/lists\/([a-z][a-z0-9-]{1,39})$/, 'list'],
  [/^\/ekran\/([1-9]\d{0,8})$/, 'screening'],
  [/^\/live\/([1-9]\d{0,8})$/, 'week'],
  [/^\/channel\/([a-z0-9][a-z0-9-]{0,59})$/, 'magazine'],
] as const;

interface PreviewAct {
  action: string;
  permission: Permission;
  subject: string;
  /** 0: of no title. */
  id: number;
  /** The address of a magazine, or `all` of them. */
  print?: string;
  /** The number of a live channel. */
  channel?: number;
}

function findAct(path: string, brand: Brand | null): PreviewAct | null {
  if (path === '/' && brand !== null)
    return { action: 'previewBrand', permission: 'site.read', subject: 'site:brand', id: 0 };
  if (path === '/') return { action: 'previewHome', permission: 'front.read', subject: 'front:home', id: 0 };
  if (path === paths.magazines())
    return { action: 'previewFront', permission: 'front.read', subject: 'front:magazines', id: 0, print: 'all' };
  for (const [pattern, part] of FRONT_PATHS) {
    const key = pattern.exec(path)?.[1];
    if (key === undefined) continue;
    const act = { action: 'previewFront', permission: 'front.read', id: 0 } as const;
    return {
      ...act,
      subject: `front:${part}:${key}`,
      ...(part === 'magazine' && { print: key }),
      ...(part === 'week' && { channel: Number(key) }),
    };
  }
  const id = TITLE_PATH.exec(path)?.[1];
  return id === undefined
    ? null
    : { action: 'previewTitle', permission: 'titles.read', subject: `title:${id}`, id: Number(id) };
}

/**
 * `/movie/17?preview=now&kids=1`, or an epoch second: the page as a guest would see it then, although the title is hidden.
 * `/?preview=now&variant=igapp`: home so, and a list, a screening, a channel, a magazine and the list of these, in a variant of the site; `&brand=…&theme=light`: with a brand that is not saved. A child has the kids’ page for one that kids mode closes. Null for everybody but a member of the staff whose
 * desk is open and who may read titles or the front; the address then is that of the page. It goes by every cache of
 * pages and of answers.
 */
export async function renderPreview(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
  renderPage: ApiFetch,
): Promise<Response | null> {
  const url = new URL(request.url);
  const [at] = PREVIEW.exec(url.searchParams.get('preview') ?? '') ?? [];
  const brand = readBrand(url.searchParams.get('brand') ?? '');
  const act = findAct(url.pathname, brand);
  const { token, locale } = readVisitor(request);
  const isRead = request.method === 'GET' && env.API_BASE_URL === '';
  if (at === undefined || act === null || token === null || !isRead || !isPressed(request)) return null;
  const credentials = new Headers(request.headers);
  credentials.set('authorization', `Bearer ${token}`);
  const context = await requestContext(
    new Request(url, { headers: credentials, ...(request.cf && { cf: request.cf }) }),
    env,
  );
  const { operator } = await findCaller(context);
  if (operator?.permissions.includes(act.permission) !== true) return null;
  const budget = await takeBudget(context, [
    { limit: 'operator', subject: `operator:${operator.name}`, byNetwork: false },
  ]);
  if (!budget.ok) return null;
  const { id, print, channel, ...named } = act;
  const magazine = print === undefined || print === 'all' ? print : await findMagazine(context, print);
  if (magazine === null) return null;
  const subject = typeof magazine === 'number' ? `front:magazine:${String(magazine)}` : named.subject;
  const row = await beginAct(context, { ...named, subject, operator: operator.name });
  const now = at === 'now' ? context.now : Number(at);
  const variant = toVariantSettings(url.searchParams.get('variant'), url.host);
  const preview = { ...env, ...variant, DB: openPreviewDatabase(env.DB, { id, at: now, magazine, channel }) };
  putEnv(ctx, preview);
  putPreview(ctx, { clock: at === 'now' ? systemClock : () => now, ...(brand && { brand }) });
  const isKids = url.searchParams.get('kids') === '1';
  const headers = new Headers({
    accept: 'text/html',
    [LOCALE_HEADER]: locale,
    ...(isKids && { [KIDS_HEADER]: SHARED_KIDS }),
  });
  const path = isKids && findPage(url.pathname).kids === 'closed' ? paths.kids() : url.pathname;
  const page = await renderPage(new Request(url.origin + path, { headers }), preview, ctx);
  await endAct(context, row, page.status, {});
  const theme = THEMES.find((one) => one === url.searchParams.get('theme'));
  // The member's browser does not enter kids mode (shell/boot/kids.ts).
  const attributes = (theme === undefined ? '' : ` data-theme="${theme}"`) + (isKids ? ' data-kids-left' : '');
  const answer = new Response(page.body && withMarks(page.body, { attributes, tag: '' }), page);
  answer.headers.delete(VALID_UNTIL_HEADER);
  answer.headers.set('x-robots-tag', 'noindex, nofollow');
  return answer;
}

async function findMagazine({ db }: RequestContext, slug: string): Promise<number | null> {
  const [row] = await db.select({ id: magazines.id }).from(magazines).where(eq(magazines.slug, slug));
  return row?.id ?? null;
}

/** The settings of a variant by its name in the address; `restricted`: the host of igapp that has no payments. */
function toVariantSettings(name: string | null, host: string): Partial<Env> {
  if (name === 'restricted') return { SITE_VARIANT: 'igapp', IGAPP_HOSTS: host };
  const variant = VARIANT_NAMES.find((one) => one === name);
  return variant === undefined ? {} : { SITE_VARIANT: variant, IGAPP_HOSTS: '' };
}

/** A row of the trail is of a press in the desk: no link of another site, or of a message, and no prefetch makes one. */
function isPressed({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  const isAhead = headers.get('sec-purpose')?.startsWith('prefetch') === true;
  return (site === null || site === 'same-origin') && !isAhead;
}

import type { ApiError } from '../platform/http/errors.ts';

/** The failed calls of a render of a shared page; null where every call was answered well. */
interface RenderHealth {
  /** The first call of the page itself that failed otherwise than by a true "there is none". */
  content: ApiError | null;
  /** The first call for a part of the shell (menus, footer) that failed so. */
  shell: ApiError | null;
}

const renders = new WeakMap<ExecutionContext, RenderHealth>();

/** Begins to watch the render that `ctx` belongs to; what an earlier one of it met is forgotten. */
export function watchRender(ctx: ExecutionContext): Readonly<RenderHealth> {
  const health: RenderHealth = { content: null, shell: null };
  renders.set(ctx, health);
  return health;
}

/** Notes that a call of a page failed. Does nothing for a render that nobody watches. */
export function recordFailedCall(ctx: ExecutionContext, part: keyof RenderHealth, error: ApiError): void {
  const health = renders.get(ctx);
  if (health) health[part] ??= error;
}

/** Statuses by which a healthy API says that there is no such thing; a provider answers 400 or 410 where we say 404. */
const MISSING = new Set([400, 404, 410, 422]);

/** Whether a failed call is a true answer about what was asked, and no failure of a part. */
export function isTrueRefusal({ status, code }: { status: number; code: string }): boolean {
  return MISSING.has(status) || code === 'kids_not_allowed';
}

import type { ApiError } from '../platform/http/calls/errors.ts';

interface RenderHealth {
  content: ApiError | null;
  shell: ApiError | null;
}

const renders = new WeakMap<ExecutionContext, RenderHealth>();

export function watchRender(ctx: ExecutionContext): Readonly<RenderHealth> {
  const health: RenderHealth = { content: null, shell: null };
  renders.set(ctx, health);
  return health;
}

export function recordFailedCall(ctx: ExecutionContext, part: keyof RenderHealth, error: ApiError): void {
  const health = renders.get(ctx);
  if (health) health[part] ??= error;
}

const MISSING = new Set([400, 404, 410, 422]);

export function isTrueRefusal({ status, code }: { status: number; code: string }): boolean {
  return MISSING.has(status) || code === 'kids_not_allowed';
}
